public import Primitives

/// The refusal of a JSON Web Encryption object (RFC 7516 §5.2).
///
/// Everything that depends on a key or on secret bytes is the one code ``Code/decryptionFailed``, so that the answer tells a
/// forger nothing (RFC 7516 §11.5).
public struct JWEError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Not a compact JWE: parts missing, not base64url, not JSON, members of the wrong type.
        public static let malformed = Code(description: "malformed")
        /// Longer than the limits allow.
        public static let tooLarge = Code(description: "tooLarge")
        /// `alg` or `enc` is not what the key was prepared for.
        public static let algorithmNotAllowed = Code(description: "algorithmNotAllowed")
        /// `crit` names an extension that is not understood (RFC 7516 §4.1.13).
        public static let criticalHeader = Code(description: "criticalHeader")
        /// The content is compressed, which is refused: it leaks lengths and swells without bound (RFC 8725 §3.6).
        public static let compressed = Code(description: "compressed")
        /// No key has the `kid` and fits `alg`.
        public static let noMatchingKey = Code(description: "noMatchingKey")
        /// The content, its key or its tag is wrong.
        public static let decryptionFailed = Code(description: "decryptionFailed")
        /// It opened, but a header member that the caller requires is absent or different.
        public static let headerMismatch = Code(description: "headerMismatch")
        /// A header member that only the key may set was given when sealing.
        public static let reservedHeader = Code(description: "reservedHeader")
        /// The cryptographic library could not encrypt.
        public static let sealingFailed = Code(description: "sealingFailed")
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
