internal import NIOCore
internal import NIOPosix
internal import Primitives
internal import Services

/// What a name resolves to, looked at once and then connected to.
struct PinnedAddress: Sendable, Hashable {
    /// As text: `192.0.2.1`, `2001:db8::1`.
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
        switch address {
        case .v4(let v4): withUnsafeBytes(of: v4.address.sin_addr) { Array($0) }
        case .v6(let v6): withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: []
        }
    }
}
