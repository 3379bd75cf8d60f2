import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import ResourceMessages

/// An error as the platform tells it (`docs/protocols/platform.md` 1.6).
struct PlatformError: Error, Sendable {
    enum Code: String, Sendable, CaseIterable {
        case invalidData = "INVALID_DATA"
        case invalidRequest = "INVALID_REQUEST"
        case requestFailed = "REQUEST_FAILED"
        case invalidToken = "INVALID_TOKEN"
        case accessFailed = "ACCESS_FAILED"
        case requestLimited = "REQUEST_LIMITED"
        case notFound = "NOT_FOUND"
        case uniqueness = "UNIQUENESS_VIOLATION"
        case gone = "GONE"
        case unexpected = "UNEXPECTED_ERROR"
    }

    struct Detail: Sendable, Equatable {
        let code: String
        var target = ""
        let message: String
        /// The values that would have been right: `allowedValues`, `rangeMinimumValue`…
        var inner = JSONObject()
    }

    let status: HTTPResponse.Status
    let code: Code
    let message: String
    var details: [Detail] = []
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ code: Code, _ message: String, details: [Detail] = [], headers: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.headers = headers
    }

    /// The answer. `id` names the case in the log.
    func response(id: String) -> Response {
        var body: JSONObject = ["id": .string(id), "code": .string(code.rawValue), "message": .string(message)]
        if !details.isEmpty { body["details"] = .array(details.map(\.json)) }
        var fields = HTTPFields.noStore
        fields.append(contentsOf: headers)
        return .json(.object(body), status: status, headers: fields)
    }
}

extension PlatformError {
    static let noToken = PlatformError(
        .unauthorized, .invalidToken, "the request has no access token", headers: [.wwwAuthenticate: "Bearer realm=\"OAuth\""])
    static let badToken = PlatformError(
        .unauthorized, .invalidToken, "the access token is expired, revoked, or none of this environment",
        headers: [.wwwAuthenticate: "Bearer realm=\"OAuth\", error=\"invalid_token\""])
    static let workerNeeded = PlatformError(
        .unauthorized, .invalidToken, "only an application's own token is taken here, and this one is a user's",
        headers: [.wwwAuthenticate: "Bearer realm=\"OAuth\", error=\"invalid_token\""])
    static let accessFailed = PlatformError(.forbidden, .accessFailed, "the caller has no role or scope for this")
    static let notCovered = PlatformError(
        .forbidden, .accessFailed, "it holds, or would hold, privileges that the caller doesn't have")
    static let notFound = PlatformError(.notFound, .notFound, "there is nothing of this id or path")

    static func invalidRequest(_ message: String) -> PlatformError { PlatformError(.badRequest, .invalidRequest, message) }
}

extension PlatformError.Detail {
    var json: JSONValue {
        var object: JSONObject = ["code": .string(code)]
        if !target.isEmpty { object["target"] = .string(target) }
        object["message"] = .string(message)
        if !inner.isEmpty { object["innerError"] = .object(inner) }
        return .object(object)
    }
}

extension PlatformError {
    /// The shape of such a body.
    static var shape: Shape {
        let text: Shape = .text(.init(length: 0...4096))
        let detail = ObjectShape(
            name: "ErrorDetail",
            members: [
                .init(name: "code", shape: text, presence: .required), .init(name: "target", shape: text, presence: .optional),
                .init(name: "message", shape: text, presence: .required), .init(name: "innerError", shape: .open, presence: .optional),
            ])
        return .object(
            ObjectShape(
                name: "Error",
                members: [
                    .init(name: "id", shape: .text(.init(length: 36...36, format: "uuid")), presence: .required),
                    .init(name: "code", shape: .choice(Code.allCases.map(\.rawValue)), presence: .required),
                    .init(name: "message", shape: text, presence: .required),
                    .init(name: "details", shape: .list(.object(detail), count: 0...100), presence: .optional),
                ]))
    }
}
