import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import Primitives
import ServerTesting
import Synchronization

/// Google's assessments on loopback, as far as a server sees them.
final class PretendCaptcha: Sendable {
    private let port: Int
    private let seen = Mutex<[JSONValue]>([])

    /// The events that were to be assessed.
    var events: [JSONValue] { seen.withLock { $0 } }
    /// The address of the API.
    var base: String { "https://127.0.0.1:\(port)/v1" }

    private init(port: Int) { self.port = port }

    /// Runs `body` while it listens. It takes each token for good whose text is `good`.
    static func run(
        _ identity: SelfSigned, _ files: (certificate: String, key: String), _ body: (PretendCaptcha) async throws -> Void
    )
        async throws
    {
        let captcha = PretendCaptcha(port: try await FreePort.find())
        let router = Router()
        router.post("v1/projects/:project/assessments") { request, _ in
            let content = try await request.body.collect(upTo: 16 << 10)
            return captcha.assess(try JSONValue(parsing: Array(content.readableBytesView))["event"] ?? .null)
        }
        let tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try identity.nioCertificate)],
            privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let application = Application(
            router: router, server: try .tls(.http1(), tlsConfiguration: tls),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: captcha.port)),
            onServerRunning: { _ in continuation.finish() }, logger: Logger(label: "captcha") { _ in SwiftLogNoOpLogHandler() })
        let listening = Task { try await application.runService(gracefulShutdownSignals: []) }
        for await _ in started {}
        do { try await body(captcha) } catch {
            listening.cancel()
            throw error
        }
        listening.cancel()
        _ = await listening.result
    }

    private func assess(_ event: JSONValue) -> Response {
        seen.withLock { $0.append(event) }
        let assessment: JSONValue = [
            "tokenProperties": ["valid": .bool(event["token"] == "good"), "action": event["expectedAction"] ?? .null],
            "riskAnalysis": ["score": 0.9],
        ]
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: assessment.text)))
    }
}
