import AsyncHTTPClient
public import DeviceFoundation
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Primitives

/// The ``HTTPTransport`` of systems whose URLSession can't pin certificates, on async-http-client: HTTP/1.1.
///
/// HTTP/2 isn't offered: async-http-client 1.37 waits for the first settings of an HTTP/2 server without limit, also when it is shut down, and
/// has preconditions that what such a server sends can reach (docs/decisions/0104-outgoing-http.md).
///
/// It follows no redirects, keeps no cookies, uses no proxy and asks for no compression. Connections are kept and reused
/// until ``shutDown()``, or until the transport and all its streams are released.
public final class AsyncHTTPTransport: HTTPTransport {
    private let client: HTTPClient

    /// A transport that accepts servers whose certificate leads to `trust` and, if there are pins, whose key is one of them.
    ///
    /// `connectTimeout` bounds the making of a connection, 10 seconds by default; the request's own timeout bounds the whole.
    /// Throws ``TransportError/Code/untrusted`` when the certificates of `trust` can't be read.
    public init(
        pins: PinSet = .none, trust: TrustedAuthorities = .system, connectTimeout: Duration = .seconds(10)
    ) throws(TransportError) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try trust.tlsConfiguration(), redirectConfiguration: .disallow, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .nanoseconds(connectTimeout.nanoseconds)
        // A refused connection is reported at once; whether to try again is the caller's decision.
        configuration.connectionPool.retryConnectionEstablishment = false
        pins.guardConnections(of: &configuration)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections. Requests under way fail.
    public func shutDown() async {
        // The only error is that it was shut down already.
        try? await client.shutdown()
    }

    deinit { client.shutdown { _ in } }

    /// Sends a request and waits for the whole answer; an answer of any status is one.
    /// - Throws: ``TransportError``, as its codes say.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await run(request) { [client] in try await Self.exchange(request, over: client) }
    }

    /// Sends a request and returns once the head of the answer is there; the body is read as fast as the caller takes it.
    /// - Throws: ``TransportError``, as its codes say, when no head arrives.
    public func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        let answer = try await run(request) { [client] in try await Self.execute(request, over: client) }
        let url = request.url
        // Pulled, not pushed: a server that sends faster than we read has to wait.
        let pieces = Pieces(answer.body, from: url, over: self)
        let body = AsyncThrowingStream<[UInt8], any Error> { try await pieces.next() }
        return HTTPStream(status: Int(answer.status.code), headers: HTTPHeaders(answer), body: body)
    }

    private func run<Result: Sendable>(
        _ request: HTTPRequest, _ work: @escaping @Sendable () async throws -> Result
    ) async throws(TransportError) -> Result {
        // The client would also speak to a socket file.
        guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
            throw TransportError(.invalidAddress, "\(request.url.scheme ?? "") is not http or https")
        }
        do { return try await Deadline.run(for: request.timeout, work) } catch { throw TransportError(error, from: request.url) }
    }

    private static func exchange(_ request: HTTPRequest, over client: HTTPClient) async throws -> HTTPResponse {
        let answer = try await execute(request, over: client)
        let body = try await answer.body.collect(upTo: request.responseLimit)
        return HTTPResponse(status: Int(answer.status.code), headers: HTTPHeaders(answer), body: Array(body.readableBytesView))
    }

    private static func execute(_ request: HTTPRequest, over client: HTTPClient) async throws -> HTTPClientResponse {
        var message = HTTPClientRequest(url: request.url.absoluteString)
        message.method = .RAW(value: request.method.rawValue)
        message.headers.add(contentsOf: request.headers.fields.map { ($0.name, $0.value) })
        if !request.body.isEmpty || request.method != .get { message.body = .bytes(request.body) }
        return try await client.execute(message, deadline: .distantFuture)
    }
}

extension DeviceFoundation.HTTPHeaders {
    fileprivate init(_ answer: HTTPClientResponse) { self.init(answer.headers.map { ($0.name, $0.value) }) }
}

extension Duration {
    /// The duration in nanoseconds, bounded to what `Int64` holds.
    var nanoseconds: Int64 {
        let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : seconds + components.attoseconds / 1_000_000_000
    }
}
