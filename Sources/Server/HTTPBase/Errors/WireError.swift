package import HTTPTypes
package import Hummingbird
import JourneyMessages
package import Primitives

/// An error as the JSON endpoints tell it: a status, and a body of `code`, `reason`, `message`, `detail`
/// (`docs/protocols/step-protocol.md` 2.5).
package struct WireError: Error, Sendable {
    package let status: HTTPResponse.Status
    /// The text for a developer, `message` of the body.
    package let message: String
    /// Further members for a program, `detail` of the body; nil for none.
    package let detail: JSONValue?
    /// Further header fields, such as `Retry-After`.
    package let headers: HTTPFields

    package init(_ status: HTTPResponse.Status, _ message: String, detail: JSONValue? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.detail = detail
        self.headers = headers
    }

    /// A session that is missing, unknown or over.
    package static let accessDenied = WireError(.unauthorized, "Access Denied")

    /// The answer.
    package var response: Response {
        let failure = JourneyFailure(code: status.code, reason: status.reasonPhrase, message: message, detail: detail)
        var fields = HTTPFields.noStore
        fields.append(contentsOf: headers)
        return .json(failure.json, status: status, headers: fields)
    }
}
