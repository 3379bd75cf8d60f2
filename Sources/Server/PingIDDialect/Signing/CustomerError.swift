import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Hummingbird
import PingIDMessages
import Primitives
import ResourceMessages
import DevicePolicies
import Directory
import Foundations

/// An error as customers' servers receive it: the body of the platform's errors (`docs/pingid.md`).
struct CustomerError: Error, Sendable {
    enum Code: String, Sendable, CaseIterable {
        case invalidData = "INVALID_DATA"
        case requestFailed = "REQUEST_FAILED"
        case accessFailed = "ACCESS_FAILED"
        case invalidToken = "INVALID_TOKEN"
        case requestLimited = "REQUEST_LIMITED"
        case notFound = "NOT_FOUND"
        case uniqueness = "UNIQUENESS_VIOLATION"
        case unexpected = "UNEXPECTED_ERROR"
    }

    let status: HTTPResponse.Status
    let code: Code
    let message: String
    /// A finer code, such as a payload's.
    var detail: String?
    /// Fields of the answer besides the usual ones.
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ code: Code, _ message: String, detail: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// The body. `id` names the case in the log.
    func json(id: String) -> JSONValue {
        var body: JSONObject = ["id": .string(id), "code": .string(code.rawValue), "message": .string(message)]
        if let detail { body["details"] = [["code": .string(detail), "message": .string(message)]] }
        return .object(body)
    }

    /// The shape of such a body.
    static let shape = AnswerShape.told(
        "Error",
        [
            ("id", AnswerShape.id), ("code", AnswerShape.choice(Code.self)), ("message", AnswerShape.text),
        ],
        or: [
            (
                "details",
                .list(AnswerShape.told("ErrorDetail", [("code", AnswerShape.text), ("message", AnswerShape.text)]), count: 1...1)
            )
        ])

    static let nothingThere = CustomerError(.notFound, .notFound, "there is nothing of this id or path")
    static let repeated = CustomerError(
        .unauthorized, .invalidToken, "the request was sent before; each has an X-Request-ID of its own", detail: "REPEATED")
    static let unsigned = CustomerError(
        .unauthorized, .invalidToken, "the request has no Authorization: \(RequestSignature.scheme)", detail: "MALFORMED")
}

extension CustomerError {
    /// Translates the errors of the domain; nil for one that was not foreseen.
    init?(_ error: any Error) {
        switch error {
        case let error as CustomerError: self = error
        case let error as RequestSignatureError:
            self.init(.unauthorized, .invalidToken, error.reason, detail: error.code.description.uppercased())
        case let error as DeviceError: self = Self.of(error)
        case let error as ShapeError: self.init(.badRequest, .invalidData, "the body: \(error)")
        case let error as SecondFactorError:
            self =
                error.code == .overloaded || error.code == .quotaExceeded
                ? Self(.tooManyRequests, .requestLimited, error.reason)
                : Self(.badRequest, .requestFailed, error.reason, detail: Self.detail(of: error))
        case let error as PolicyViolation:
            let names = error.properties.map(\.name).joined(separator: ", ")
            self.init(.badRequest, .invalidData, "the realm doesn't take \(names)")
        default:
            if let error = error as? any PublicError, let told = Self.of(error) {
                self = told
                return
            }
            guard let wire = ErrorTranslation.wireError(for: error) else { return nil }
            self = Self.of(wire)
        }
    }

    private static func detail(of error: SecondFactorError) -> String? {
        switch error.code {
        case .wrongPasscode: "WRONG_OTP"
        case .locked: "LOCKED"
        case .notSent: "NOT_SENT"
        default: nil
        }
    }

    private static func of(_ error: DeviceError) -> CustomerError {
        let code: Code = error.code == .rateLimited ? .requestLimited : error.code == .malformed ? .invalidData : .requestFailed
        return CustomerError(
            error.code == .rateLimited ? .tooManyRequests : .badRequest, code, error.message, detail: error.code.rawValue.uppercased())
    }

    /// The form of an error of the domain, by its class; nil for one that has no form of this API's own.
    private static func of(_ error: any PublicError) -> CustomerError? {
        switch error.kind {
        case .unknown: CustomerError(.notFound, .notFound, error.reason)
        case .taken: CustomerError(.conflict, .uniqueness, error.reason)
        case .conflict: CustomerError(.conflict, .requestFailed, error.reason)
        case .notPermitted: CustomerError(.forbidden, .accessFailed, error.reason)
        case .invalid: CustomerError(.badRequest, .invalidData, error.reason)
        case .refused: CustomerError(.badRequest, .requestFailed, error.reason)
        case .ended, .limited, .busy, .unexpected: nil
        }
    }

    private static func of(_ error: WireError) -> CustomerError {
        switch error.status {
        case .notFound: CustomerError(error.status, .notFound, error.message)
        case .tooManyRequests, .serviceUnavailable: CustomerError(error.status, .requestLimited, error.message)
        case .internalServerError: CustomerError(error.status, .unexpected, error.message)
        default: CustomerError(error.status, .invalidData, error.message)
        }
    }
}

/// Tells errors of requests that no signature could be verified of, or that lead nowhere.
struct CustomerErrors: ErrorForm {
    private let reporter = ErrorReporter()

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        let told = told(error, context)
        var headers = HTTPFields.noStore
        headers.append(contentsOf: told.error.headers)
        return .json(told.error.json(id: told.id), status: told.error.status, headers: headers)
    }

    func wrongMethod(allowed methods: String) -> any Error {
        var error = CustomerError(.methodNotAllowed, .invalidData, "the path takes \(methods)")
        error.headers = [.allow: methods]
        return error
    }

    func told(_ error: any Error, _ context: GatehouseContext) -> (error: CustomerError, id: String) {
        let id = UUID().text
        if let error = CustomerError(error) { return (error, id) }
        let wire = reporter.wireError(for: error, context: context)
        return (CustomerError(wire.status, .unexpected, wire.message), id)
    }
}
