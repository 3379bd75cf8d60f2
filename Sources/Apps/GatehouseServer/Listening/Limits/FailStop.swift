internal import NIOCore

/// Reads nothing more from a connection after an error. HTTP/2 takes no more streams then, and one that still came in would end the process.
final class FailStop: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private var hasFailed = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        hasFailed = true
        context.fireErrorCaught(error)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !hasFailed { context.fireChannelRead(data) }
    }
}
