internal import NIOCore
internal import Foundations

/// Stands first in a connection's pipeline: lets the connection in, or tells it to come again and hangs up.
final class Admission: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private static let busy = ByteBuffer(
        string: "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")

    private let census: ConnectionCensus
    /// True for TLS, where the client could not read an answer in the clear.
    private let isSecure: Bool
    private var isRefused = false

    init(_ census: ConnectionCensus, isSecure: Bool) {
        self.census = census
        self.isSecure = isSecure
    }

    /// The address isn't known before.
    func channelActive(context: ChannelHandlerContext) {
        let prefix = context.channel.remoteAddress?.ipAddress.map { NetworkPrefix(of: $0) }
        guard census.enter(prefix) else { return refuse(context) }
        context.channel.closeFuture.whenComplete { [census] _ in census.leave(prefix) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isRefused { context.fireChannelRead(data) }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        if !isSecure { context.writeAndFlush(NIOAny(Self.busy), promise: nil) }
        context.close(promise: nil)
    }
}
