import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

/// A real HTTP/1.1 server on a port of the loopback interface, with TLS when it is given an identity.
final class LoopbackServer: Sendable {
    /// A request as it arrived.
    struct Received: Sendable {
        var head: HTTPRequestHead
        var body: [UInt8]
    }

    /// How to answer.
    enum Reply: Sendable {
        case answer(HTTPResponseStatus, HTTPHeaders = [:], body: String = "")
        /// Sends the head of an answer and then nothing.
        case stallAfterHead
        /// Sends pieces of a body in chunks and leaves the answer open.
        case pieces([String])
        /// Sends nothing and keeps the connection.
        case silence
        /// Closes the connection without an answer.
        case hangUp
    }

    private let channel: any Channel

    let port: Int
    private let scheme: String

    static func start(
        _ identity: TestIdentity? = nil, reply: @escaping @Sendable (Received) -> Reply
    ) async throws -> LoopbackServer {
        let context = try identity.map { try NIOSSLContext(configuration: $0.serverConfiguration()) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Replier(reply))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackServer(channel, scheme: identity == nil ? "http" : "https")
    }

    private init(_ channel: any Channel, scheme: String) {
        self.channel = channel
        self.scheme = scheme
        port = channel.localAddress?.port ?? 0
    }

    /// A URL on the server, by the name that its certificate has.
    func url(_ path: String = "/") throws -> URL { try #require(URL(string: "\(scheme)://localhost:\(port)\(path)")) }

    deinit { channel.close(promise: nil) }
}

/// Collects each request and answers it.
private final class Replier: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let reply: @Sendable (LoopbackServer.Received) -> LoopbackServer.Reply
    private var request: LoopbackServer.Received?

    init(_ reply: @escaping @Sendable (LoopbackServer.Received) -> LoopbackServer.Reply) { self.reply = reply }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = LoopbackServer.Received(head: head, body: [])
        case .body(let bytes): request?.body += Array(bytes.readableBytesView)
        case .end: if let request { answer(reply(request), context) }
        }
    }

    private func answer(_ reply: LoopbackServer.Reply, _ context: ChannelHandlerContext) {
        switch reply {
        case .hangUp: context.close(promise: nil)
        case .silence: break
        case .pieces(let pieces):
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["transfer-encoding": "chunked"])
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            for piece in pieces { context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: piece)))), promise: nil) }
        case .stallAfterHead:
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "10"])
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        case .answer(let status, let headers, let body):
            var headers = headers
            headers.replaceOrAdd(name: "content-length", value: String(body.utf8.count))
            context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
