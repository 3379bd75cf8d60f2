import Administration
import Directory
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives

/// The answer to a change, before it is written.
struct AdminAnswer: Sendable {
    let status: Int
    /// nil for an answer without a body.
    let output: JSONValue?
    /// The place of a job that does the work.
    var location: String?

    func response() -> Response {
        let status = HTTPResponse.Status(code: status)
        var headers = HTTPFields.noStore
        headers[.location] = location
        guard let output else { return Response(status: status, headers: headers) }
        return .json(output, status: status, headers: headers)
    }
}

/// Gives a request with an `Idempotency-Key` that came before the answer of the first.
struct AdminRepeats: Sendable {
    /// The longest key, in bytes.
    private static let longestKey = 255

    private let answers: KeptAnswers
    private let time: any TimeSource

    init(_ platform: Platform) {
        answers = KeptAnswers(platform.database, platform.sealer)
        time = platform.time
    }

    /// Answers a request by a body that is run once for its key.
    /// - Throws: a 400 for a key that can't be, a 409 while there is no answer, a 422 for another request with the key.
    func once(
        _ request: Request, _ route: String, _ inputs: AdminInputs, by caller: AdminCaller, in realm: Realm,
        _ body: @Sendable () async throws -> AdminAnswer
    ) async throws -> Response {
        guard request.method == .post, !inputs.isDryRun, let key = request.headers[.idempotencyKey] else {
            return try await body().response()
        }
        guard (1...Self.longestKey).contains(key.utf8.count) else {
            throw Problem(.badRequest, "an Idempotency-Key has 1 to \(Self.longestKey) characters")
        }
        let content = JSONValue.array([.object(inputs.call.values), inputs.call.body ?? .null]).text
        let claim = answers.claim(key, of: caller.key, in: realm.id, route: "\(route) \(inputs.ofPath.values.text)", content: content)
        switch try await answers.take(claim, at: time.now) {
        case .first: break
        case .answered(let kept): return try Self.answer(kept).response()
        case .begun:
            var problem = Problem(.conflict, "the request with this key was begun, and its answer isn't known: see what came of it")
            problem.headers[.retryAfter] = "1"
            throw problem
        case .other: throw Problem(.unprocessableContent, "the key was sent with another request")
        case .tooMany: throw Problem.tooMany("a caller has \(KeptAnswers.mostOfOne) keys in a day", after: 3600)
        }
        let answer: AdminAnswer
        do { answer = try await body() } catch {
            // The request may have ended with its connection, and its task writes nothing any more.
            try await Task { try await answers.release(claim) }.value
            throw error
        }
        let location = answer.location.map(JSONValue.string) ?? .null
        let kept: JSONValue = ["status": .integer(Int64(answer.status)), "output": answer.output ?? .null, "location": location]
        try await answers.keep(Secret(kept.text), for: claim)
        return answer.response()
    }

    private static func answer(_ kept: Secret) throws -> AdminAnswer {
        let json = try JSONValue(parsing: kept.reveal(), limits: .own())
        let status = json["status"]?.integer.flatMap { Int(exactly: $0) } ?? 200
        return AdminAnswer(status: status, output: status == 204 ? nil : json["output"], location: json["location"]?.string)
    }
}

extension JSONObject {
    fileprivate var text: String { JSONValue.object(self).text }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = Self.known("Idempotency-Key")
}
