package import Pages
package import Foundations

/// The facts that the dialects are told about their surroundings.
package struct DialectConfiguration: Sendable {
    /// The address at which clients reach this server. Never taken from a request.
    package var publicAddress: PublicAddress
    package var sessionCookie: SessionCookie
    /// The header by which the proxy in front names the client; nil without a proxy.
    package var proxyHeader: ClientAddress.Header?
    /// The realm whose users the welcome page signs in.
    package var welcomeRealm: RealmPath
    /// The user whom the welcome page tells every visitor of, on a server for demonstration.
    package var demonstration: WelcomePage.Demonstration?
    /// The value of `amlbcookie`, by which a load balancer may keep a client on one node.
    package var node: String

    /// - Parameter sessionCookie: nil for the standard one of the address.
    package init(
        publicAddress: PublicAddress, sessionCookie: SessionCookie? = nil, proxyHeader: ClientAddress.Header? = nil,
        welcomeRealm: RealmPath = .root, demonstration: WelcomePage.Demonstration? = nil, node: String = "01"
    ) throws(DomainError) {
        self.publicAddress = publicAddress
        if let sessionCookie { self.sessionCookie = sessionCookie } else { self.sessionCookie = try SessionCookie(at: publicAddress) }
        self.proxyHeader = proxyHeader
        self.welcomeRealm = welcomeRealm
        self.demonstration = demonstration
        self.node = node
    }
}
