import Primitives

#if canImport(Darwin)
public import DeviceFoundation
public import Foundation

/// The ``HTTPTransport`` of Apple systems, on URLSession. It follows no redirects, keeps no cookies and no cache.
///
/// On Linux this module is empty: the URLSession there can't pin certificates. Use `AsyncHTTPTransport`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// A transport that accepts servers which the system trusts and, if there are pins, whose key is one of them.
    /// `configuration` is by default an ephemeral one; `delegate` takes the place of the pinning.
    public init(
        pins: PinSet = .none, configuration: URLSessionConfiguration = .ephemeral, delegate: (any URLSessionTaskDelegate)? = nil
    ) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral  // the app goes on with its own
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate ?? SessionGuard(pins: pins), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and waits for the whole answer; an answer of any status is one, and redirects are not followed.
    /// - Throws: ``TransportError``, as its codes say.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let (bytes, response) = try await session.bytes(for: URLRequest(request), delegate: RedirectRefusal())
            guard let response = response as? HTTPURLResponse else {
                throw TransportError(.interrupted, "\(request.url.host() ?? "?"): what came was not HTTP")
            }
            return HTTPResponse(response, body: try await Self.collect(bytes, upTo: request.responseLimit))
        } catch {
            throw TransportError(error, from: request.url)
        }
    }

    /// Sends a request and returns once the head of the answer is there; only the head is bounded by the request's timeout.
    /// - Throws: ``TransportError``, as its codes say, when no head arrives.
    public func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        do {
            var message = URLRequest(request)
            // The system's timeout bounds each silence, and would end a stream on which nothing happens for a while.
            message.timeoutInterval = .greatestFiniteMagnitude
            let (bytes, response) = try await Deadline.run(for: request.timeout) { [session, message] in
                try await session.bytes(for: message, delegate: RedirectRefusal())
            }
            guard let response = response as? HTTPURLResponse else {
                throw TransportError(.interrupted, "\(request.url.host() ?? "?"): what came was not HTTP")
            }
            let head = HTTPResponse(response, body: [])
            return HTTPStream(status: head.status, headers: head.headers, body: Self.lines(of: bytes, from: request.url))
        } catch {
            throw TransportError(error, from: request.url)
        }
    }

    /// The body in pieces that end with lines, since the system hands out single bytes.
    private static func lines(of bytes: URLSession.AsyncBytes, from url: URL) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { stream in
            let task = Task {  // Feeds a stream, which no blocked caller reads.
                do {
                    var piece: [UInt8] = []
                    for try await byte in bytes {
                        piece.append(byte)
                        guard byte == 0x0A || byte == 0x0D || piece.count >= 4096 else { continue }
                        stream.yield(piece)
                        piece = []
                    }
                    if !piece.isEmpty { stream.yield(piece) }
                    stream.finish()
                } catch {
                    stream.finish(throwing: TransportError(error, from: url))
                }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    private static func collect(_ bytes: URLSession.AsyncBytes, upTo limit: Int) async throws -> [UInt8] {
        var body: [UInt8] = []
        for try await byte in bytes {
            guard body.count < limit else { throw TransportError(.responseTooLarge, "the answer is longer than \(limit) bytes") }
            body.append(byte)
        }
        return body
    }
}
#endif
