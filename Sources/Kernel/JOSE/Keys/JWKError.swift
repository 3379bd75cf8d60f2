public import Primitives

/// The refusal of a JSON Web Key (RFC 7517).
public struct JWKError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Not a JWK: not JSON, a member missing or of the wrong type, a value not base64url.
        public static let malformed = Code(description: "malformed")
        /// A key type, curve or size that this module does not have.
        public static let unsupported = Code(description: "unsupported")
        /// The numbers make no key: a point off its curve, a wrong length, a private part of another key.
        public static let invalidKey = Code(description: "invalidKey")
        /// The key is good, but not for this: of another type, too short, public only, or its `use`, `key_ops` or `alg` forbids it.
        public static let notUsable = Code(description: "notUsable")
        /// More keys, or more bytes, than the limits allow.
        public static let tooLarge = Code(description: "tooLarge")
    }

    /// The kind of refusal; two errors are equal when their codes are.
    public let code: Code
    /// The refusal and its reason, in one sentence. It holds no secret.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// An error with a code and a reason.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }
}
