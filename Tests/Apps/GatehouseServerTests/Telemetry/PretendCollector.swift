import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Telemetry

/// A collector that keeps what it gets, and answers as it is told.
final class PretendCollector: Sendable {
    /// A request.
    struct Delivery: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let collector: PretendCollector
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ collector: PretendCollector) { self.collector = collector }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
            case .body(let buffer): body += buffer.readableBytesView
            case .end:
                guard let head else { return }
                let fields = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
                let status = collector.take(Delivery(path: head.uri, headers: fields, body: body))
                context.write(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: ["Content-Length": "0"]))),
                    promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }

    private let deliveries = Mutex<[Delivery]>([])
    private let status = Mutex<HTTPResponseStatus>(.ok)
    private let channel = Mutex<(any Channel)?>(nil)

    init() async throws {
        let listening = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = listening }
    }

    /// The address for `otlp-endpoint`.
    var url: String { "http://127.0.0.1:\(channel.withLock { $0?.localAddress?.port } ?? 0)" }

    /// The requests until now.
    var all: [Delivery] { deliveries.withLock { $0 } }

    /// The spans until now.
    var spans: [Fields] {
        get throws {
            try all.filter { $0.path == "/v1/traces" }.flatMap {
                try Fields($0.body).all(1).flatMap { try $0.all(2).flatMap { try $0.all(2) } }
            }
        }
    }

    /// The metrics until now.
    var metrics: [Fields] {
        get throws {
            try all.filter { $0.path == "/v1/metrics" }.flatMap {
                try Fields($0.body).all(1).flatMap { try $0.all(2).flatMap { try $0.all(2) } }
            }
        }
    }

    /// Has it answer with a status from now on.
    func answer(_ status: HTTPResponseStatus) { self.status.withLock { $0 = status } }

    func stop() async { try? await channel.withLock { $0 }?.close() }

    private func take(_ delivery: Delivery) -> HTTPResponseStatus {
        deliveries.withLock { $0.append(delivery) }
        return status.withLock { $0 }
    }
}

/// The fields of a message, read.
struct Fields {
    private let fields: [(field: Int, value: ProtobufReader.Value)]

    init(_ bytes: [UInt8]) throws { fields = try ProtobufReader(bytes).fields() }

    /// The messages of a field.
    func all(_ field: Int) throws -> [Fields] { try bytes(field).map { try Fields($0) } }

    func bytes(_ field: Int) -> [[UInt8]] {
        fields.compactMap { if $0.field == field, case .bytes(let bytes) = $0.value { bytes } else { nil } }
    }

    func text(_ field: Int) -> String? { bytes(field).last.map { String(decoding: $0, as: UTF8.self) } }

    func number(_ field: Int) -> UInt64? {
        fields.last { $0.field == field }.flatMap { if case .number(let number) = $0.value { number } else { nil } }
    }

    /// The attributes in a field, as texts.
    func attributes(_ field: Int) throws -> [String: String] {
        Dictionary(
            try all(field).map { pair in
                let value = try pair.all(2).first
                return (pair.text(1) ?? "", value?.text(1) ?? value?.number(3).map { "\($0)" } ?? "")
            }
        ) { $1 }
    }
}
