/// Sends a request and brings the answer back: the seam between the client modules and the network.
///
/// A transport never follows redirects, keeps no cookies, uses no proxy unless it was told to, and honours the request's
/// timeout and response limit. Adapters: `AsyncHTTPTransport` (Linux) and `URLSessionTransport` (Apple systems).
public protocol HTTPTransport: Sendable {
    /// Sends `request`; throws when no complete answer came. Any status is an answer.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Sends `request` and brings the head of the answer back; the body follows. The request's timeout bounds the wait for the head, its
    /// response limit doesn't apply. Errors in the body are ``TransportError``s.
    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream
}
