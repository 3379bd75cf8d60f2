internal import Dialects
internal import HTTPBase
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import Primitives

/// Ends a request that doesn't arrive whole in time, however steadily its bytes drip. How long its head may take is the affair of the idle
/// timeout, which no half of a head puts off.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// The bytes of a second on the slowest network that is waited for: a long body, which only few routes take, gets more time by its length.
    private static let rate: Int64 = 65536
    private static let mostSeconds: Int64 = 600

    private let time: TimeAmount
    private var timeOfThis: TimeAmount
    private var isArriving = false
    private var isOver = false
    private var end: Scheduled<Void>?

    /// - Parameter time: the time for a body of a few bytes, or of no stated length.
    init(_ time: TimeAmount) { (self.time, timeOfThis) = (time, time) }

    /// Adds what only a connection of HTTP/1.1 needs: the gate that looks at what the parser lets through before it loses its form, and the
    /// end of a connection whose client waits to send a body that no route reads.
    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        // It can't fail: the parser is there, and the channel is open.
        try? pipeline.addHandler(HeadGate(), position: .after(parser))
        // A stream of HTTP/2 is one request, and needs no end of its connection.
        try? pipeline.addHandler(UnsentBody(), position: .after(self))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isArriving = true
            timeOfThis = time + Self.extra(for: head.headerFields[.contentLength])
        case .body: break
        case .end: arrived()
        }
        context.fireChannelRead(data)
    }

    /// Most requests are there with their first bytes, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isArriving, !isOver, end == nil {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            end = context.eventLoop.scheduleTask(in: timeOfThis) {
                let (handler, context) = bound.value
                handler.expire(context)
            }
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrived()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { arrived() }

    private func arrived() {
        isArriving = false
        end?.cancel()
        end = nil
    }

    /// What a body of a stated length may take longer than another.
    private static func extra(for length: String?) -> TimeAmount {
        guard let length, length.utf8.count <= 18, let bytes = Int64(length) else { return .zero }
        return .seconds(min(max(0, bytes) / rate, mostSeconds))
    }

    /// Tells the handler that reads the body; once what it answers is written, nothing more comes in and the connection ends.
    private func expire(_ context: ChannelHandlerContext) {
        guard isArriving else { return }
        isOver = true
        context.fireErrorCaught(RequestTimeout())
    }
}
