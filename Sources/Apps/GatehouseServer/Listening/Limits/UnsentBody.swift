internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import Primitives

/// Ends a connection of HTTP/1.1 behind an answer to a request whose client still waits to send the body (`Expect: 100-continue`): what
/// came next could be the body or another request, which can't be told apart (RFC 9110 §10.1.1).
final class UnsentBody: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The client waits for a 100 or a final answer.
    private var isAwaited = false
    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): isAwaited = head.headerFields.contains(.expect)
        case .body, .end: isAwaited = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where isAwaited && head.status.kind != .informational:
            isClosing = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head:
            isAwaited = false
            context.write(data, promise: promise)
        case .end where isClosing:
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
            context.writeAndFlush(data, promise: written)
        case .body, .end: context.write(data, promise: promise)
        }
    }
}
