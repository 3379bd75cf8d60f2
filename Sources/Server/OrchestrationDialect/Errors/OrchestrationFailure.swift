import Directory
import Foundations
import HTTPBase
import HTTPTypes
import OrchestrationService
import Primitives
import ResourceMessages

/// An error as customers' servers receive it (`docs/orchestration.md`).
struct OrchestrationFailure: Error, Sendable {
    /// The category that a number belongs to, by its range.
    enum Category: String, Sendable, CaseIterable {
        case system, user, provisioning, authenticator, session, risk, authentication, transaction

        init(_ number: Int32) {
            let index = Int(-number / 100) - 10
            self = Self.allCases.indices.contains(index) ? Self.allCases[index] : .system
        }
    }

    let status: HTTPResponse.Status
    /// The number, from -1000 down to -1799.
    let number: Int32
    let message: String
    /// The problems of a body, each in words.
    var problems: [String] = []
    /// The refusal as a command for the device, where a command was refused.
    var command: String?
    /// Fields of the answer besides the usual ones.
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ number: Int32, _ message: String) {
        self.status = status
        self.number = number
        self.message = message
    }

    static let `internal`: Int32 = -1000

    /// The body.
    /// - Parameters:
    ///   - id: the name of the case in the log.
    ///   - time: the time by the server's clock, as text.
    func json(id: String, time: String) -> JSONValue {
        var body: JSONObject = [
            "errorCategory": .string(Category(number).rawValue), "errorCode": .integer(Int64(number)), "message": .string(message),
            "service": "orchestration", "logCorrelationId": .string(id), "timestamp": .string(time),
        ]
        if !problems.isEmpty { body["validationErrors"] = .array(problems.map { ["message": .string($0)] }) }
        body["command"] = command.map(JSONValue.string)
        return .object(body)
    }

    /// The shape of such a body.
    static let shape = AnswerShape.told(
        "Error",
        [
            ("errorCategory", AnswerShape.choice(Category.self)), ("errorCode", .integer(-1799 ... -1000)),
            ("message", AnswerShape.text), ("service", AnswerShape.text), ("logCorrelationId", AnswerShape.text),
            ("timestamp", AnswerShape.time),
        ],
        or: [
            ("validationErrors", .list(AnswerShape.told("Problem", [("message", AnswerShape.text)]), count: 1...100)),
            ("command", AnswerShape.text),
        ])

    static let nothingThere = OrchestrationFailure(.notFound, OrchestrationRefusal.Code.invalid.rawValue, "there is nothing at this path")
    static let unauthorized: OrchestrationFailure = {
        var failure = OrchestrationFailure(
            .unauthorized, OrchestrationRefusal.Code.invalid.rawValue, "the request has no Authorization: Bearer with an application's key")
        failure.headers[.wwwAuthenticate] = "Bearer"
        return failure
    }()
}

extension OrchestrationFailure {
    /// Translates the errors of the domain; nil for one that was not foreseen.
    init?(_ error: any Error) {
        let invalid = OrchestrationRefusal.Code.invalid.rawValue
        switch error {
        case let error as OrchestrationFailure: self = error
        case let error as OrchestrationRefusal: self.init(Self.status(of: error.kind), error.code.rawValue, error.reason)
        case let error as ShapeError:
            self.init(.badRequest, invalid, "the body isn't as it should be")
            problems = error.problems.map { $0.target.isEmpty ? $0.message : "\($0.target): \($0.message)" }
        case let error as PolicyViolation:
            self.init(.badRequest, invalid, "the realm doesn't take the user")
            problems = error.properties.map { "the realm doesn't take \($0.name)" }
        case let error as any PublicError where error.kind != .unexpected:
            self.init(Self.status(of: error.kind), invalid, error.reason)
        default:
            guard let wire = ErrorTranslation.wireError(for: error) else { return nil }
            self.init(wire.status, wire.status.code >= 500 ? Self.internal : invalid, wire.message)
        }
    }

    private static func status(of kind: ErrorKind) -> HTTPResponse.Status {
        switch kind {
        case .unknown: .notFound
        case .taken, .conflict: .conflict
        case .invalid, .refused: .badRequest
        case .notPermitted: .forbidden
        case .ended: .gone
        case .limited: .tooManyRequests
        case .busy: .serviceUnavailable
        case .unexpected: .internalServerError
        }
    }
}
