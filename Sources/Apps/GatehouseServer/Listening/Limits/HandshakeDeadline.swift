internal import NIOCore
internal import NIOTLS

/// Hangs up on who has begun a TLS connection and doesn't finish its handshake in time. Stands behind the handler of TLS.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let time: TimeAmount
    private var end: Scheduled<Void>?

    init(_ time: TimeAmount) { self.time = time }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { end?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}
