import HTTPTypes
package import Hummingbird
import Primitives

/// The bounds of a request's head. A longer head is refused before anything of it is read.
///
/// | part | at most | answer |
/// | --- | --- | --- |
/// | path | 4096 bytes, with a slash before the first | 414, 400 |
/// | path | 32 segments | 400 |
/// | query | 65 536 bytes, as a form's body | 414 |
/// | header fields | 128, 65 536 bytes with their names | 431 |
/// | value of one header field, such as all cookies | 16 384 bytes | 431 |
/// | `Expect` | `100-continue` alone | 417 |
///
/// All of it is visible ASCII and spaces, with tabs in the values of header fields; another head is a 400.
package enum RequestBounds {
    /// The longest path in bytes.
    package static let path = 4096
    /// The longest query in bytes.
    package static let query = BodyLimit.form
    /// The most header fields.
    package static let fields = 128
    /// The longest that all header fields with their names may be, in bytes.
    package static let fieldBytes = 64 << 10
    /// The longest value of one header field, in bytes.
    package static let valueBytes = 16 << 10

    /// Returns the problem of a request's head; nil when it is within all bounds.
    package static func problem(of request: Request, path text: String, _ segments: PathSegments) -> WireError? {
        // Without the slash it is no path (RFC 9112 §3.2.1, RFC 9113 §8.3.1), and what stands in front of the server would take it for another.
        if text.utf8.first != UInt8(ascii: "/") { return WireError(.badRequest, "the path begins with a slash") }
        if text.utf8.count > path { return WireError(.uriTooLong, "the path is longer than \(path) bytes") }
        if !HeadText.isTarget(request.uri.string) {
            return WireError(.badRequest, "the path and the query are of ASCII; escape what isn't")
        }
        // HTTP/2 has them beside the fields.
        guard [request.head.authority, request.head.scheme].allSatisfy({ $0.map(HeadText.isTarget) ?? true }) else {
            return WireError(.badRequest, "the host and the scheme are of ASCII")
        }
        if segments.isTooMany { return WireError(.badRequest, "the path has more than \(PathSegments.most) segments") }
        // The target holds the query, and little else besides the path.
        if request.uri.string.utf8.count > path + query { return WireError(.uriTooLong, "the query is longer than \(query) bytes") }
        return problem(of: request.headers) ?? Expectation.problem(of: request.headers)
    }

    private static func problem(of headers: HTTPFields) -> WireError? {
        guard headers.count <= fields else {
            return WireError(.requestHeaderFieldsTooLarge, "there are more than \(fields) header fields")
        }
        var bytes = 0
        for field in headers {
            let value = field.value
            guard HeadText.isValue(value) else {
                return WireError(.badRequest, "the header field \(field.name.rawName) holds other characters than ASCII's")
            }
            guard value.utf8.count <= valueBytes else {
                return WireError(.requestHeaderFieldsTooLarge, "the header field \(field.name.rawName) is longer than \(valueBytes) bytes")
            }
            bytes += field.name.rawName.utf8.count + value.utf8.count
        }
        guard bytes <= fieldBytes else {
            return WireError(.requestHeaderFieldsTooLarge, "the header fields are longer than \(fieldBytes) bytes")
        }
        return nil
    }
}
