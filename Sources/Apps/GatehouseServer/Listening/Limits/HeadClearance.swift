internal import HTTPBase
internal import NIOCore
internal import NIOHTTPTypes

/// Takes out of a head, of HTTP/1.1 or HTTP/2, what none may hold, before anything but the parser has looked at it; the front door then refuses it, in
/// the order of the connection's requests. Trailers, which nothing reads, end here.
final class HeadClearance: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): context.fireChannelRead(wrapInboundOut(.head(HeadText.cleared(head))))
        case .body: context.fireChannelRead(data)
        case .end: context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
    }
}
