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
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate ?? SessionGuard(pins: pins), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

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
