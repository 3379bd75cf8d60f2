import HTTPTypes
import Hummingbird
import NIOCore

/// Finds the address of the client, by which attempts are counted.
package enum ClientAddress {
    private static let forwardedFor = HTTPField.Name.known("X-Forwarded-For")

    /// The client's address as text.
    ///
    /// - Parameter isBehindProxy: whether the proxy in front is to be believed. Then the last entry of `X-Forwarded-For` counts,
    ///   the one which that proxy added; those before it are whatever the client sent.
    static func of(_ request: Request, in context: GatehouseContext, isBehindProxy: Bool) -> String {
        if isBehindProxy, let forwarded = lastForwarded(request) { return forwarded }
        return context.peerAddress ?? "local"
    }

    private static func lastForwarded(_ request: Request) -> String? {
        guard let value = request.headers[values: forwardedFor].last, let entry = value.split(separator: ",").last else { return nil }
        return (try? SocketAddress(ipAddress: entry.trimmingSpaces, port: 0))?.ipAddress
    }
}
