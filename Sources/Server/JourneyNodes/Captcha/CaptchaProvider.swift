import JourneyEngine
import JourneyModel
import Primitives

/// Tells whether a CAPTCHA was solved.
protocol CaptchaProvider: Sendable {
    /// Looks at the token that the client was given.
    ///
    /// - Throws: ``CaptchaError`` when the provider gives no answer that could be believed.
    func verdict(on token: String) async throws(CaptchaError) -> CaptchaVerdict
}

/// A provider's verdict about a token.
struct CaptchaVerdict: Sendable, Equatable {
    /// Whether the token is a good one.
    var isValid: Bool
    /// The degree to which the client seems human, 0 to 1; nil when the provider doesn't say.
    var score: Double?
    /// The reasons for which it isn't valid, in the provider's words.
    var reasons: [String] = []
    /// The whole answer.
    var answer: JSONValue = .null
}

/// The failure to get a verdict.
struct CaptchaError: CodedError, CustomStringConvertible {
    /// AM's names (`docs/protocols/journey-nodes.md` 2.8).
    enum Code: String, Sendable {
        case clientError = "CLIENT_ERROR"
        case invalidToken = "INVALID_TOKEN"
        case invalidProject = "INVALID_PROJECT_ID"
        case invalidSecret = "INVALID_SECRET_KEY"
        case validation = "VALIDATION_ERROR"
        case api = "API_ERROR"
        case io = "IO_ERROR"
        case unknown = "UNKNOWN"
    }

    let code: Code
    let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = String(reason.prefix(500))
    }

    /// The text that AM keeps in the state.
    var description: String { "\(code.rawValue):\(reason)" }
}
