internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Telemetry
import Primitives

/// The connections to a collector.
final class CollectorClient: TelemetryTransport {
    /// The seconds that a collector has for an answer, as OpenTelemetry's exporters have it by default.
    private static let timeout = TimeAmount.seconds(10)
    private static let longestAnswer = 64 << 10

    private let client: HTTPClient
    private let endpoint: String
    private let headers: [(name: String, value: String)]

    /// - Throws: `ServerError.badFile` for files that can't be read.
    init(_ settings: TelemetrySettings, authorities: String?) throws(ServerError) {
        headers = try settings.headers()
        endpoint = settings.endpoint
        let configuration = OutboundRequests.configuration(try OutboundRequests.trust(authorities), Self.timeout)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func post(_ body: [UInt8], to path: String) async throws -> TelemetryAnswer {
        var request = HTTPClientRequest(url: endpoint + path)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-protobuf")
        request.headers.add(name: "User-Agent", value: "gatehouse/\(ServerVersion.text)")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        let answer = try await client.execute(request, timeout: Self.timeout)
        let content = try await answer.body.collect(upTo: Self.longestAnswer)
        return TelemetryAnswer(
            status: Int(answer.status.code), retryAfter: answer.headers.first(name: "Retry-After"), body: Array(content.readableBytesView))
    }

    /// Closes the connections.
    func close() async { try? await client.shutdown() }
}
