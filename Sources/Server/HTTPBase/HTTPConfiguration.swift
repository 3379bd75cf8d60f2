package import Foundations
package import Telemetry

/// The facts that everything which answers by HTTP is told about its surroundings.
package struct HTTPConfiguration: Sendable {
    /// The address at which clients reach this server. Never taken from a request.
    package var publicAddress: PublicAddress
    package var sessionCookie: SessionCookie
    /// The header by which the proxy in front names the client; nil without a proxy.
    package var proxyHeader: ClientAddress.Header?
    /// The value of `amlbcookie`, by which a load balancer may keep a client on one node.
    package var node: String
    /// Takes a line about each request; nil where there is no access log.
    package var accessLog: (@Sendable (AccessRecord) -> Void)?
    /// Makes a span of each request; nil where nothing is traced.
    package var tracer: SpanTracer?

    /// - Parameter sessionCookie: nil for the standard one of the address.
    /// - Throws: `invalid` when the standard cookie can't be made.
    package init(
        publicAddress: PublicAddress, sessionCookie: SessionCookie? = nil, proxyHeader: ClientAddress.Header? = nil, node: String = "01"
    ) throws(DomainError) {
        self.publicAddress = publicAddress
        if let sessionCookie { self.sessionCookie = sessionCookie } else { self.sessionCookie = try SessionCookie(at: publicAddress) }
        self.proxyHeader = proxyHeader
        self.node = node
    }
}
