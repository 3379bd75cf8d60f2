import DeviceFoundation
import Foundation
import Testing

@Suite("Server address")
struct ServerAddressTests {
    @Test(
        "realms become paths (docs/protocols/step-protocol.md 1.2)",
        arguments: [
            ("root", "realms/root"), ("", "realms/root"), ("/", "realms/root"), ("alpha", "realms/root/realms/alpha"),
            ("/alpha", "realms/root/realms/alpha"), ("root/alpha", "realms/root/realms/alpha"),
            ("a/b", "realms/root/realms/a/realms/b"), ("a b;c", "realms/root/realms/a%20b%3Bc"),
        ])
    func realms(_ realm: String, _ path: String) {
        #expect(ServerAddress("https://am.example.com/am", realm: realm).realmPath == path)
    }

    @Test(
        "endpoints (docs/protocols/step-protocol.md 1.1)",
        arguments: [
            (ServerAddress.Endpoint.authenticate, "/am/json/realms/root/realms/alpha/authenticate"),
            (.sessions, "/am/json/realms/root/realms/alpha/sessions"), (.authorize, "/am/oauth2/realms/root/realms/alpha/authorize"),
            (.token, "/am/oauth2/realms/root/realms/alpha/access_token"), (.revoke, "/am/oauth2/realms/root/realms/alpha/token/revoke"),
            (.userInfo, "/am/oauth2/realms/root/realms/alpha/userinfo"),
            (.endSession, "/am/oauth2/realms/root/realms/alpha/connect/endSession"),
            (.discovery, "/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration"),
            (.jwks, "/am/oauth2/realms/root/realms/alpha/connect/jwk_uri"),
        ], ["https://am.example.com/am", "https://am.example.com/am/"])
    func endpoints(_ endpoint: (ServerAddress.Endpoint, String), _ base: String) throws {
        let address = ServerAddress(base, realm: "alpha")
        #expect(try address.url(of: endpoint.0).absoluteString == "https://am.example.com\(endpoint.1)")
    }

    @Test("a path overrides, relative to the base or absolute")
    func overrides() throws {
        let address = ServerAddress(
            "https://am.example.com/am", paths: [.authenticate: "/custom/login", .token: "https://as.example.com/as/token"])
        #expect(try address.url(of: .authenticate).absoluteString == "https://am.example.com/am/custom/login")
        #expect(try address.url(of: .token).absoluteString == "https://as.example.com/as/token")
        #expect(try address.url(of: .revoke).path() == "/am/oauth2/realms/root/token/revoke")
    }

    @Test("what is no http URL is refused", arguments: ["", "am.example.com", "ftp://am.example.com", "https://", "not a url"])
    func invalid(_ base: String) {
        #expect(throws: TransportError(.invalidAddress, "")) { try ServerAddress(base).url(of: .authenticate) }
    }
}
