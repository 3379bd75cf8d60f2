import GatehouseServer
import Primitives

/// The server's output when it has started.
enum Welcome {
    static func text(_ configuration: ServerConfiguration, port: Int) -> String {
        var lines = [
            "Gatehouse is listening on \(configuration.host):\(port)", "",
            "  Sign in     \(configuration.publicURL)/",
            "  Discovery   \(configuration.publicURL)/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration",
            "  Data        \(configuration.dataDirectory)",
        ]
        if configuration.demo { lines += demo }
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

    private static let demo = [
        "",
        "  For demonstration only: these secrets are public.",
        "  User        \(Demo.username), password \(Demo.password), in realm \(Demo.realmName)",
        "  Clients     \(Demo.publicClient) (public), \(Demo.confidentialClient) with secret \(Demo.clientSecret)",
        "  Try         gatehouse login",
    ]
}
