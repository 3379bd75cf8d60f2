import Administration
import Directory
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Logging
import Primitives
import ResourceMessages

/// An error as this API tells it (RFC 9457).
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    let detail: String
    /// The faults of the inputs, all at once.
    var problems: [ShapeError.Problem] = []
    /// The resource as it is now, where a caller expected another.
    var current: JSONValue?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    static let noRealm = Problem(.notFound, "there is no such realm")

    /// - Parameter challenge: the value of `WWW-Authenticate`.
    static func unauthorized(_ challenge: String, _ detail: String = "an access token is needed that counts here") -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.headers[.wwwAuthenticate] = challenge
        return problem
    }

    /// - Parameter seconds: the time after which another request may do better.
    static func tooMany(_ detail: String, after seconds: Int) -> Problem {
        var problem = Problem(.tooManyRequests, detail)
        problem.headers[.retryAfter] = String(seconds)
        return problem
    }

    static func busy(_ detail: String) -> Problem {
        var problem = Problem(.serviceUnavailable, detail)
        problem.headers[.retryAfter] = "10"
        return problem
    }

    /// The kinds of problems by their statuses.
    static let kinds: [Int: String] = [
        400: "malformed", 401: "unauthorized", 403: "not-permitted", 404: "unknown", 405: "wrong-method", 409: "conflict",
        412: "changed-meanwhile", 413: "too-large", 415: "media-type", 422: "invalid", 428: "if-match-needed", 429: "too-many-requests",
        500: "unexpected", 503: "busy",
    ]

    /// The answer. `reference` names the case in the log.
    func response(reference: String?) -> Response {
        var fields = HTTPFields.noStore
        fields.append(contentsOf: headers)
        var response = Response.json(json(reference: reference), status: status, headers: fields)
        response.headers[.contentType] = "application/problem+json"
        return response
    }

    /// The body of the answer.
    func json(reference: String?) -> JSONValue {
        var body: JSONObject = [
            "type": .string("urn:gatehouse:problem:" + (Self.kinds[status.code] ?? "other")), "title": .string(status.reasonPhrase),
            "status": .integer(Int64(status.code)), "detail": .string(detail),
        ]
        body["reference"] = reference.map { .string($0) }
        if !problems.isEmpty { body["problems"] = .array(problems.map(\.json)) }
        body["current"] = current
        return .object(body)
    }

    /// The shape of such a body.
    static let shape: Shape = {
        let text: Shape = .text
        let one = ObjectShape(
            name: "InputProblem",
            members: [
                .init(name: "pointer", shape: text, presence: .required), .init(name: "code", shape: text, presence: .required),
                .init(name: "message", shape: text, presence: .required),
            ])
        return .object(
            ObjectShape(
                name: "Problem",
                members: [
                    .init(name: "type", shape: text, presence: .required), .init(name: "title", shape: text, presence: .required),
                    .init(name: "status", shape: .integer(), presence: .required), .init(name: "detail", shape: text, presence: .required),
                    .init(name: "reference", shape: text, presence: .optional),
                    .init(name: "problems", shape: .list(.object(one)), presence: .optional),
                    .init(name: "current", shape: .any, presence: .optional),
                ]))
    }()
}

extension ShapeError.Problem {
    /// The problem with a JSON pointer (RFC 6901) to its place.
    fileprivate var json: JSONValue {
        ["pointer": .string(pointer), "code": .string(word), "message": .string(message)]
    }

    private var pointer: String {
        let steps = target.replacing("[", with: ".").replacing("]", with: "").split(separator: ".")
        return steps.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    private var word: String {
        switch code {
        case .invalid: "invalid"
        case .missing: "missing"
        case .unknownMember: "unknown-member"
        case .tooMany: "too-many"
        case .tooComplex: "too-complex"
        case .taken: "taken"
        case .immutable: "immutable"
        }
    }
}

/// Tells errors to the client, and those that are ours to the log.
struct ProblemErrors: ErrorForm {
    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        if let problem = Self.problem(for: error) { return problem.response(reference: nil) }
        let wire = ErrorReporter().wireError(for: error, context: context)
        var problem = Problem(wire.status, wire.message)
        problem.headers = wire.headers
        return problem.response(reference: wire.status.code >= 500 ? context.id : nil)
    }

    func wrongMethod(allowed methods: String) -> any Error {
        var problem = Problem(.methodNotAllowed, "the path takes \(methods)")
        problem.headers[.allow] = methods
        return problem
    }

    /// The problem that an error is, whether this API's or the domain's; nil for one that was not foreseen.
    static func known(_ error: any Error) -> Problem? {
        problem(for: error) ?? ErrorTranslation.wireError(for: error).map { Problem($0.status, $0.message) }
    }

    /// The problem that an error of a request's own is; nil for another.
    static func problem(for error: any Error) -> Problem? {
        switch error {
        case let error as Problem: return error
        case let error as ShapeError:
            var problem = Problem(error.code == .taken ? .conflict : .unprocessableContent, "the inputs can't be taken as they are")
            problem.problems = error.problems
            return problem
        case let error as AdministrationError: return Problem(status(of: error.code), error.reason)
        case let error as PolicyViolation: return Problem(.unprocessableContent, ErrorText.lines(of: error).joined(separator: "\n"))
        default: return nil
        }
    }

    private static func status(of code: AdministrationError.Code) -> HTTPResponse.Status {
        switch code {
        case .notPermitted: .forbidden
        case .unknown: .notFound
        case .conflict: .conflict
        case .invalid: .unprocessableContent
        }
    }
}
