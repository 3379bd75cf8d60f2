internal import NIOCore
internal import NIOPosix
internal import Primitives
internal import Foundations

/// The address that a name resolves to, looked at once and then connected to.
struct PinnedAddress: Sendable, Hashable {
    /// The address as text: `192.0.2.1`, `2001:db8::1`.
    let text: String

    /// Resolves a name, or reads an address.
    /// - Throws: ``OutboundReach/Refused`` for an address that isn't public, or a name that there isn't.
    init(resolving host: String, orLoopback: Bool) async throws {
        let resolved = try? await NIOThreadPool.singleton.runIfActive { try SocketAddress.makeAddressResolvingHost(host, port: 443) }
        guard let address = resolved, let text = address.ipAddress else { throw OutboundReach.Refused("\(host) resolves to no address") }
        let bytes = Self.bytes(address)
        guard PublicNetwork.contains(bytes) || orLoopback && PublicNetwork.isLoopback(bytes) else {
            throw OutboundReach.Refused("\(host) is no public address")
        }
        self.text = text
    }

    /// Whether a connection leads there.
    func isReached(by channel: any Channel) -> Bool { channel.remoteAddress?.ipAddress == text }

    private static func bytes(_ address: SocketAddress) -> [UInt8] {
        // The four bytes of sin_addr stand after a family and a port, the sixteen of sin6_addr after these and a flow label.
        let bytes = address.withSockAddr { start, count in Array(UnsafeRawBufferPointer(start: start, count: count)) }
        return switch address {
        case .v4: Array(bytes[4..<8])
        case .v6: Array(bytes[8..<24])
        case .unixDomainSocket: []
        }
    }
}
