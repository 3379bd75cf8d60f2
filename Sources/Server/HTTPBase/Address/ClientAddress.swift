import HTTPTypes
package import Hummingbird
import Logging
import Metrics
import NIOCore
import Primitives
import Synchronization

/// Finds the address of the client, by which attempts are counted.
///
/// A proxy's header that can't be read is never taken for the proxy's own address, which all its clients share: one of them would use up the
/// limits of all.
package enum ClientAddress {
    /// The header by which a proxy names its clients.
    package enum Header: String, Sendable, CaseIterable {
        /// Whichever the request has; of both the addresses must be one.
        case automatic = "auto"
        case xForwardedFor = "x-forwarded-for"
        /// RFC 7239.
        case forwarded
    }

    /// The address of a client whom the proxy doesn't name.
    package static let unknown = "unknown"

    private static let forwardedFor = HTTPField.Name.known("X-Forwarded-For")
    private static let forwarded = HTTPField.Name.known("Forwarded")

    /// The client's address as text.
    ///
    /// - Parameter proxy: the header of the proxy that is to be believed; nil without one. Of its entries the last counts, the one which that
    ///   proxy added; those before it are whatever the client sent.
    /// - Throws: a 400 for an entry that is no address, and for two headers that name two.
    package static func of(_ request: Request, in context: GatehouseContext, behind proxy: Header?) throws(WireError) -> String {
        guard let proxy else { return context.peerAddress ?? "local" }
        let old = proxy == .forwarded ? nil : try request.headers[values: forwardedFor].last.map(lastEntry)
        let new = proxy == .xForwardedFor ? nil : try request.headers[values: forwarded].last.map(lastElement)
        if let old, let new, old != new {
            throw WireError(
                .badRequest, "X-Forwarded-For and Forwarded name two clients; say by the server's setting proxy-header which counts")
        }
        if let address = old ?? new {
            if address == unknown { ProxyDoubts.note("the proxy says of some clients that they are unknown", context) }
            return address
        }
        // Such as the proxy's own look at whether this server lives.
        ProxyDoubts.note("requests come without the proxy's header that names the client", context)
        return context.peerAddress ?? "local"
    }

    private static func lastEntry(_ value: String) throws(WireError) -> String {
        let bytes = Array(value.utf8)
        let start = bytes.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
        guard let node = ForwardedNode(bytes[start...]) else { throw unreadable("X-Forwarded-For") }
        return node.address
    }

    private static func lastElement(_ value: String) throws(WireError) -> String {
        guard let node = ForwardedElement.lastNode(of: Array(value.utf8)) else { throw unreadable("Forwarded") }
        return node.address
    }

    private static func unreadable(_ name: String) -> WireError {
        ProxyDoubts.countUnreadable()
        return WireError(.badRequest, "the last entry of \(name) is no address")
    }
}

/// The doubts about what a proxy says: counted each time, and logged once by each process.
private enum ProxyDoubts {
    private static let unreadable = Counter(label: "proxy_addresses_unreadable_total")
    private static let missing = Counter(label: "proxy_addresses_missing_total")
    private static let logged = Mutex<Set<String>>([])

    static func countUnreadable() { unreadable.increment() }

    static func note(_ doubt: String, _ context: GatehouseContext) {
        missing.increment()
        guard logged.withLock({ $0.insert(doubt).inserted }) else { return }
        context.logger.warning("behind-proxy: \(doubt); limits by address count these together")
    }
}
