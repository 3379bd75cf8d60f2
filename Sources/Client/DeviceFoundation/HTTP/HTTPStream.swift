/// An answer whose body comes piece by piece, for as long as the server keeps it open.
public struct HTTPStream: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body as it arrives. It is read once; the end of the reading task ends the connection.
    public var body: AsyncThrowingStream<[UInt8], any Error>

    /// Makes an answer.
    public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<[UInt8], any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPTransport {
    /// A transport that knows no streams gives the whole body as one piece.
    /// - Throws: ``TransportError``, as the transport's own call.
    public func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        let response = try await send(request)
        let body = AsyncThrowingStream<[UInt8], any Error> { stream in
            if !response.body.isEmpty { stream.yield(response.body) }
            stream.finish()
        }
        return HTTPStream(status: response.status, headers: response.headers, body: body)
    }
}
