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

    /// The bytes that the slowest network brings in a second: a long body, which few routes take, has more time by its length.
    private static let rate = 65536
    /// The most seconds that a body has more for its length.
    private static let most = 600

    private let time: TimeAmount
    /// The time that the request has which is arriving.
    private var allowed: TimeAmount?
    private var isOver = false
    private var end: Scheduled<Void>?

    /// - Parameter time: the time for a body of a few bytes, or of no stated length.
    init(_ time: TimeAmount) { self.time = time }

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
        case .head(let head): allowed = time + Self.extra(for: head)
        case .body: break
        case .end: arrived()
        }
        context.fireChannelRead(data)
    }

    /// Most requests are there with their first bytes, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if let allowed, !isOver, end == nil {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            end = context.eventLoop.scheduleTask(in: allowed) {
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
        allowed = nil
        end?.cancel()
        end = nil
    }

    /// The time that a body has more by its stated length.
    private static func extra(for head: HTTPRequest) -> TimeAmount {
        let length = head.headerFields.first(.contentLength).flatMap { Int(decimal: $0, leadingZeros: true) } ?? 0
        return .seconds(Int64(min(length / rate, most)))
    }

    /// Tells the handler that reads the body; once what it answers is written, nothing more comes in and the connection ends.
    private func expire(_ context: ChannelHandlerContext) {
        guard allowed != nil else { return }
        isOver = true
        context.fireErrorCaught(RequestTimeout())
    }
}
