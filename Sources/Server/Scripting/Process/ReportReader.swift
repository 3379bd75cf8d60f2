import NIOCore
import ScriptMessages

/// Takes what a script's process writes apart into reports. Bytes that are no report end the line.
final class ReportReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let box: ReportBox
    private var buffer = FrameBuffer()

    init(_ box: ReportBox) { self.box = box }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        buffer.append(Self.unwrapInboundIn(data).readableBytesView)
        do {
            while let frame = try buffer.next() {
                guard box.put(try ScriptReport(json: frame)) else { return context.close(promise: nil) }
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
