internal import AsyncHTTPClient
package import Services
internal import NIOCore
internal import NIOHTTP1

/// Sends the requests that this server makes of others. A redirect is an answer like any other: where it leads wasn't allowed.
package final class OutboundRequests: OutboundHTTP {
    private static let timeout = TimeAmount.seconds(5)
    private static let longestAnswer = 256 << 10

    private let client: HTTPClient

    package init() {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = HTTPClient.Configuration.Timeout(connect: Self.timeout, read: Self.timeout)
        // A connection that could not be set up must not make a request wait for others' pauses.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    package func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .RAW(value: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let body = request.body { outgoing.body = .bytes(ByteBuffer(string: body)) }
        let answer = try await client.execute(outgoing, timeout: Self.timeout)
        let body = try await answer.body.collect(upTo: Self.longestAnswer)
        return OutboundAnswer(
            status: Int(answer.status.code), reason: answer.status.reasonPhrase, headers: answer.headers.map { ($0.name, $0.value) },
            body: String(buffer: body))
    }

    /// Closes the connections. Requests in flight fail.
    package func close() async { try? await client.shutdown() }
}
