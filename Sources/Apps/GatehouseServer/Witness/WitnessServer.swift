internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Primitives
internal import ServiceLifecycle
internal import TransparencyLog
package import UnixSignals

/// Serves a witness over HTTP, behind a proxy that speaks TLS (c2sp.org/tlog-witness).
package struct WitnessServer: Sendable {
    private let book: WitnessBook
    private let host: String
    private let port: Int

    /// - Parameter port: 0 takes a free one.
    package init(_ book: WitnessBook, host: String, port: Int) {
        self.book = book
        self.host = host
        self.port = port
    }

    /// Serves until the task is cancelled or a signal comes, then closes the witness's memory.
    /// - Parameter isListening: called once, with the port.
    package func run(stoppingOn signals: [UnixSignal] = [], isListening: @escaping @Sendable (Int) async -> Void) async throws {
        var logger = Logger(label: "gatehouse.witness")
        logger.logLevel = .warning
        let router = Router()
        router.post(RouterPath(WitnessRequest.path)) { [book] request, _ in try await Self.answer(request, book) }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await isListening(channel.localAddress?.port ?? 0) }, logger: logger)
        let named = ServiceGroupConfiguration.ServiceConfiguration(service: application, serviceName: "witness")
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [named], gracefulShutdownSignals: signals, logger: logger))
        do { try await group.run() } catch {
            try await book.close()
            throw error is IOError ? ServerError(listeningOn: host, port: port, failed: error) : error
        }
        try await book.close()
    }

    private static func answer(_ request: Request, _ book: WitnessBook) async throws -> Response {
        let body = try await request.body.collect(upTo: WitnessRequest.mostBytes)
        do {
            return text(String(own: try await book.cosign(Array(body.readableBytesView))))
        } catch let refusal as Witness.Refusal {
            let status = HTTPResponse.Status(code: refusal.status)
            guard let size = refusal.latestSize else { return text(refusal.reason + "\n", status) }
            return text("\(size)\n", status, type: "text/x.tlog.size")
        }
    }

    private static func text(_ text: String, _ status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8") -> Response {
        Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
