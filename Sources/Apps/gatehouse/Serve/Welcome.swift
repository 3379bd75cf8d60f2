import GatehouseServer
import Logging
import Primitives

/// The server's output when it has started.
struct Welcome {
    let configuration: ServerConfiguration
    let port: Int
    let firstPassword: FirstPasswordFile

    init(_ configuration: ServerConfiguration, port: Int, firstPassword: FirstPasswordFile) {
        self.configuration = configuration
        self.port = port
        self.firstPassword = firstPassword
    }

    /// The lines for a terminal.
    var lines: [String] {
        var lines = [
            "Gatehouse is listening on \(configuration.host):\(port)", "",
            "  Sign in     \(configuration.publicURL)/",
            "  Realm       \(configuration.welcomeRealmName)",
            "  Discovery   \(discovery)",
            "  Data        \(configuration.dataDirectory)",
        ]
        if configuration.database != nil { lines.append("  Database    PostgreSQL, \(configuration.databaseName)") }
        lines += configuration.demo ? demo : ["  Administer  gatehouse context login --server \(configuration.publicURL)"]
        if firstPassword.exists { lines += first }
        return lines + [""]
    }

    /// The same as the metadata of a log line.
    var facts: Logger.Metadata {
        var facts: Logger.Metadata = [
            "host": "\(configuration.host)", "port": "\(port)", "url": "\(configuration.publicURL)/",
            "realm": "\(configuration.welcomeRealmName)", "discovery": "\(discovery)", "data": "\(configuration.dataDirectory)",
        ]
        if configuration.database != nil { facts["database"] = "\(configuration.databaseName)" }
        if firstPassword.exists { facts["firstPasswordFile"] = "\(firstPassword.path)" }
        return facts
    }

    private var discovery: String { configuration.issuer(of: configuration.welcomeRealm) + "/.well-known/openid-configuration" }

    private var first: [String] {
        [
            "", "  The administrator's first password is in a file that goes at the first sign-in.",
            "  User        \(FirstPasswordFile.username), in realm root",
            "  Password    cat \(firstPassword.path)",
        ]
    }

    private var demo: [String] {
        let server = configuration.publicURL == LoginCommand.standardServer ? "" : " --server \(configuration.publicURL)"
        return [
            "",
            "  For demonstration only: these secrets are public.",
            "  User        \(Demo.username), password \(Demo.password), in realm \(Demo.realmName)",
            "  Clients     \(Demo.publicClient) (public), \(Demo.confidentialClient) with secret \(Demo.clientSecret)",
            "  Try         gatehouse login\(server)",
        ]
    }
}
