import GatehouseServer
import Primitives

/// The server's output when it has started.
enum Welcome {
    static func text(_ configuration: ServerConfiguration, port: Int) -> String {
        var lines = [
            "Gatehouse is listening on \(configuration.host):\(port)", "",
            "  Sign in     \(configuration.publicURL)/",
            "  Realm       \(configuration.welcomeRealm.name)",
            "  Discovery   \(configuration.issuer(of: configuration.welcomeRealm))/.well-known/openid-configuration",
            "  Data        \(configuration.dataDirectory)",
        ]
        lines += configuration.demo ? demo(configuration) : ["  Administer  gatehouse context login --server \(configuration.publicURL)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// A password that is shown only this once.
    static func firstPassword(_ credentials: Credentials) -> String {
        """
        The administrator of this server, shown only now:

          Realm       \(credentials.realm)
          User        \(credentials.username)
          Password    \(credentials.password.reveal())

        """
    }

    private static func demo(_ configuration: ServerConfiguration) -> [String] {
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
