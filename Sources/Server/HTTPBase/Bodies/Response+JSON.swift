package import HTTPTypes
package import Hummingbird
import NIOCore
package import Primitives

extension Response {
    /// A JSON answer.
    package static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        json(ByteBuffer(bytes: value.encoded), status, headers)
    }

    /// A JSON answer whose text is at hand, to be sent to the byte.
    package static func json(text: String, headers: HTTPFields = [:]) -> Response { json(ByteBuffer(string: text), .ok, headers) }

    private static func json(_ buffer: ByteBuffer, _ status: HTTPResponse.Status, _ headers: HTTPFields) -> Response {
        var fields = headers
        // With those that every answer gets at the end.
        fields.reserveCapacity(fields.count + 8)
        fields.append(isJSON)
        fields.append(HTTPField(name: .contentLength, value: String(buffer.readableBytes)))
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: buffer))
    }

    private static let isJSON = HTTPField(name: .contentType, value: "application/json")

    /// An HTML page.
    package static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// A redirect with status 302, its body empty (`docs/protocols/step-protocol.md` 0, rule 13).
    package static func redirect(to location: String) -> Response { redirect(to: location, status: .found) }

    /// A redirect, its body empty. 303 makes a browser `GET` the location whatever it did before.
    package static func redirect(to location: String, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: location])
    }
}

extension HTTPFields {
    /// The value of the first field of a name; nil when there is none. The subscript puts the values of all of them together.
    package func first(_ name: HTTPField.Name) -> String? { first { $0.name == name }?.value }

    /// The value of the one field of a name; nil when there is none, or more than one.
    package func only(_ name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return nil }
            found = field.value
        }
        return found
    }

    /// The header fields of an answer that must not be cached (`docs/protocols/step-protocol.md` 2.5).
    package static let noStore: HTTPFields = [
        .cacheControl: "no-cache, no-store, must-revalidate", .pragma: "no-cache", .expires: "0",
    ]
}

extension HTTPField.Name {
    /// `Pragma` (RFC 9111 §5.4).
    package static let pragma = Self.known("Pragma")

    /// A name that is written in this program and known to be one; an impossible one would be a mistake of ours.
    package static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("\(name) is no header field name")  // no input gets here, only names of ours
        }
        return field
    }
}
