import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Synchronization

/// A network to a real server, in which a test can lose, hold up and replace what is on its way.
final class DisturbedNetwork: HTTPTransport {
    typealias Passing = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
    typealias Disturbance = @Sendable (HTTPRequest, Passing) async throws(TransportError) -> HTTPResponse

    private let inner: AsyncHTTPTransport
    private let disturbances = Mutex<[String: Disturbance]>([:])

    init() throws { inner = try AsyncHTTPTransport() }

    /// Disturbs requests whose path ends so; nil leaves them alone again.
    func on(_ path: String, _ disturbance: Disturbance?) { disturbances.withLock { $0[path] = disturbance } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let path = request.url.path()
        let found = disturbances.withLock { all in all.first { path.hasSuffix($0.key) }?.value }
        guard let found else { return try await inner.send(request) }
        return try await found(request) { [inner] request throws(TransportError) in try await inner.send(request) }
    }

    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await inner.stream(request) }
}

/// Holds whoever comes until it is opened, and tells that somebody came.
final class Gate: Sendable {
    private let (opened, open) = AsyncStream<Void>.makeStream()
    private let (arrived, arrive) = AsyncStream<Void>.makeStream()

    func pass() async {
        arrive.finish()
        for await _ in opened {}
    }

    func somebodyWaits() async { for await _ in arrived {} }
    func unlock() { open.finish() }
}
