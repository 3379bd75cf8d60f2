public import Primitives

/// The refusal of signals, of a policy or of facts about a sign-in; also the error body of the ingestion calls.
public struct RiskError: CodedError, CustomStringConvertible {
    /// The kind of refusal; a text on the wire. Codes that aren't known are kept.
    public struct Code: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence for developers. It holds no signal and no secret.
    public let message: String

    /// Makes an error of its members, which are taken unchecked.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code): \(message)" }
}

extension RiskError.Code {
    /// A message lacks a member, or a member has the wrong type or value.
    public static let malformed = Self(rawValue: "malformed")
    /// A text, list or payload is longer than ``SignalLimits`` say.
    public static let tooLarge = Self(rawValue: "too_large")
    /// A condition is nested too deep, or costs too much to decide.
    public static let tooComplex = Self(rawValue: "too_complex")
    /// A payload isn't sealed for this environment, or isn't signed by the key that it names.
    public static let wrongKey = Self(rawValue: "wrong_key")
    /// The token is of no instance, or of another one than the payload.
    public static let unknownInstance = Self(rawValue: "unknown_instance")
    /// The token's time is over, or the payload is too old.
    public static let expired = Self(rawValue: "expired")
    /// A payload of this number was taken before, or is too far back to tell.
    public static let replayed = Self(rawValue: "replayed")
    /// More than the stated rate.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The server is at fault.
    public static let server = Self(rawValue: "server_error")
}

extension RiskError {
    /// The body on the wire, with the members `code` and `message`.
    public var json: JSONValue { ["code": .string(code.rawValue), "message": .string(message)] }

    /// Reads ``json``; nil for another server's body.
    public init?(json: JSONValue) {
        guard let code = json["code"]?.string, let message = json["message"]?.string else { return nil }
        self.init(Code(rawValue: code), message)
    }

    /// The status that goes with a code (RFC 9110 §15); 400 for one that isn't known.
    public var status: Int {
        switch code {
        case .wrongKey, .unknownInstance, .expired: 401
        case .replayed: 409
        case .tooLarge: 413
        case .rateLimited: 429
        case .server: 500
        default: 400
        }
    }
}
