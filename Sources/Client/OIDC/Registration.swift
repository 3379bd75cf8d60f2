import Primitives

/// The app's registration at the server. It is a public client: there is no secret, PKCE takes its place.
struct Registration: Sendable {
    let clientID: String
    let redirect: String
    let scopes: [String]

    var scope: String { scopes.joined(separator: " ") }
    var asksForIDToken: Bool { scopes.contains("openid") }
}
