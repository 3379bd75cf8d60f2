import JourneyMessages
import JourneyModel
import Primitives
import Sessions

/// The result of an answer, in the form in which it is kept for requests that bring the same answer.
struct AnswerResult: Sendable {
    enum Outcome: Sendable {
        case step(Step)
        case success(Success)
        case failure(JourneyRunError)
    }

    /// A success without the session itself, which is read again: it may have ended meanwhile.
    struct Success: Sendable {
        let body: JourneySuccess
        let token: Secret?
        let successURL: String?
        let cookies: [JourneyCookie]

        init(_ completion: JourneyCompletion) {
            body = completion.body
            token = completion.token
            successURL = completion.successURL
            cookies = completion.cookies
        }

        func completion(_ session: UserSession?) -> JourneyCompletion {
            JourneyCompletion(
                body: body, session: session, token: token, isExisting: false, successURL: successURL, cookies: cookies)
        }
    }

    let outcome: Outcome
    /// The name of the run, where the request asks for it.
    var run: String?

    init(_ outcome: Outcome, run: String? = nil) {
        self.outcome = outcome
        self.run = run
    }
}

extension AnswerResult {
    var secret: Secret { Secret(bytes: JSONValue.object(json).encoded) }

    private var json: JSONObject {
        var object = JSONObject()
        object["run"] = run.map(JSONValue.string)
        switch outcome {
        case .step(let step): object["step"] = step.json
        case .success(let success): object["success"] = success.json
        case .failure(let error): object["failure"] = error.json
        }
        return object
    }

    /// Reads ``secret``; nil when it is something else.
    init?(_ secret: Secret) {
        guard let json = secret.withBytes({ try? JSONValue(parsing: $0) }) else { return nil }
        if let step = json["step"].flatMap({ try? Step(json: $0) }) {
            outcome = .step(step)
        } else if let success = json["success"].flatMap(Success.init(json:)) {
            outcome = .success(success)
        } else if let failure = json["failure"].flatMap(JourneyRunError.init(json:)) {
            outcome = .failure(failure)
        } else {
            return nil
        }
        run = json["run"]?.string
    }
}

extension AnswerResult.Success {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["body": body.json, "cookies": .array(cookies.map(\.json))]
        object["token"] = token.map { .string($0.reveal()) }
        object["url"] = successURL.map(JSONValue.string)
        return .object(object)
    }

    fileprivate init?(json: JSONValue) {
        guard let body = json["body"].flatMap({ try? JourneySuccess(json: $0) }) else { return nil }
        self.body = body
        token = json["token"]?.string.map { Secret($0) }
        successURL = json["url"]?.string
        cookies = (json["cookies"]?.array ?? []).compactMap(JourneyCookie.init(json:))
    }
}

extension JourneyRunError {
    /// The error as clients receive it; what is beneath it is the log's.
    fileprivate var json: JSONValue {
        var object: JSONObject = ["code": .string(code.rawValue)]
        object["message"] = message.map(JSONValue.string)
        object["detail"] = detail
        return .object(object)
    }

    fileprivate init?(json: JSONValue) {
        guard let code = json["code"]?.string.flatMap(Code.init(exactly:)) else { return nil }
        self.init(code, message: json["message"]?.string, detail: json["detail"])
    }
}
