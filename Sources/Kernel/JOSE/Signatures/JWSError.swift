public import Primitives

/// The refusal of a JSON Web Signature (RFC 7515 §5.2).
public struct JWSError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Not a JWS: parts missing, not base64url, not JSON, members of the wrong type.
        public static let malformed = Code(description: "malformed")
        /// Longer, or with more signatures, than the limits allow.
        public static let tooLarge = Code(description: "tooLarge")
        /// `alg` is unknown or not among those that the caller allows.
        public static let algorithmNotAllowed = Code(description: "algorithmNotAllowed")
        /// `crit` names an extension that is not understood (RFC 7515 §4.1.11).
        public static let criticalHeader = Code(description: "criticalHeader")
        /// No key has the `kid` and a type that fits `alg`.
        public static let noMatchingKey = Code(description: "noMatchingKey")
        /// The signature is not the key's over this content.
        public static let invalidSignature = Code(description: "invalidSignature")
        /// A header member that only the key may set was given when signing.
        public static let reservedHeader = Code(description: "reservedHeader")
        /// The cryptographic library could not sign.
        public static let signingFailed = Code(description: "signingFailed")
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
