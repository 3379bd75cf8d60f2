public import Primitives

/// The refusal of a JSON Web Token (RFC 7519 §7.2).
public struct JWTError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The claims are not a JSON object, or a registered claim has the wrong type.
        public static let malformed = Code(description: "malformed")
        /// The signature was refused; ``JWTError/underlying`` is the ``JWSError``.
        public static let signature = Code(description: "signature")
        /// It did not open; ``JWTError/underlying`` is the ``JWEError``.
        public static let encryption = Code(description: "encryption")
        /// `typ` is not the expected one (RFC 8725 §3.11).
        public static let wrongType = Code(description: "wrongType")
        /// `iss` is not the expected one (RFC 7519 §4.1.1).
        public static let wrongIssuer = Code(description: "wrongIssuer")
        /// `aud` does not name the expected audience (RFC 7519 §4.1.3).
        public static let wrongAudience = Code(description: "wrongAudience")
        /// `nonce` is not that of the request (OpenID Connect Core §3.1.3.7, step 11).
        public static let wrongNonce = Code(description: "wrongNonce")
        /// `at_hash` is not the hash of the access token that came beside it.
        public static let wrongAccessToken = Code(description: "wrongAccessToken")
        /// A required claim is absent.
        public static let missingClaim = Code(description: "missingClaim")
        /// `exp` has passed (RFC 7519 §4.1.4).
        public static let expired = Code(description: "expired")
        /// `nbf` or `iat` lies in the future (RFC 7519 §4.1.5, §4.1.6).
        public static let notYetValid = Code(description: "notYetValid")
        /// It was issued longer ago than the policy allows.
        public static let tooOld = Code(description: "tooOld")
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
