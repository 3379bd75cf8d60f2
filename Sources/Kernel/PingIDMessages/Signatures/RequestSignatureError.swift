public import Primitives

/// The refusal of a signature.
public struct RequestSignatureError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The signature hasn't the form that it must have.
        public static let malformed = Code(description: "malformed")
        /// The signature isn't by this key.
        public static let signature = Code(description: "signature")
        /// The signature is by this key, and over something else.
        public static let altered = Code(description: "altered")
        /// The signature is of another time.
        public static let expired = Code(description: "expired")
        /// The key serves no signature.
        public static let key = Code(description: "key")
    }

    /// The kind of refusal.
    public let code: Code
    /// The explanation, in one sentence without secrets.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
