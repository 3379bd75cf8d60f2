import NIOCore
import WorkerMessages

/// Takes what a worker writes apart into frames. A frame that is too long ends the line.
final class FrameReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let box: FrameBox
    private var buffer: FrameBuffer

    init(_ box: FrameBox, longest: Int) {
        self.box = box
        buffer = FrameBuffer(longest: longest)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        buffer.append(Self.unwrapInboundIn(data).readableBytesView)
        do {
            while let frame = try buffer.next() {
                guard box.put(frame) else { return context.close(promise: nil) }
            }
        } catch { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        box.close()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Its output has ended, and so has the process or what we took for it.
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    }
}
