public import Primitives

/// The refusal of a message of the push conversation.
public struct PushMessageError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// Not what it should be: a part missing, a value of the wrong form.
        public static let malformed = Code(description: "malformed")
        /// Longer than a carrier, or a reader, takes.
        public static let tooLarge = Code(description: "tooLarge")
        /// The signature isn't the mechanism's.
        public static let invalidSignature = Code(description: "invalidSignature")
        /// The secret is shorter than HS256 asks for: 32 bytes (RFC 7518 §3.2).
        public static let unusableSecret = Code(description: "unusableSecret")
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence: what, and what it may be. It holds no secret.
    public let reason: String

    /// Makes a push message error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code): \(reason)" }
}
