public import Primitives

/// The answer to an ``HTTPRequest``.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code. Redirects (3xx) are answers like any other: they are not followed.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, at most as long as the request allowed.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as JSON, within `limits`.
    /// - Throws: ``JSONError`` when the body is no JSON, or beyond `limits`.
    public func json(limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
        try JSONValue(body: body, limits: limits)
    }

    /// Whether the status is 2xx.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
