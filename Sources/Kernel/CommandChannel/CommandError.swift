public import Primitives

/// The refusal of a command, or of something that is in one.
public struct CommandError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// The bytes are no command of this version, or a member of it has the wrong form.
        public static let malformed = Code(description: "malformed")
        /// A text, a list or a command is longer than it may be.
        public static let tooLarge = Code(description: "tooLarge")
        /// The command was changed on its way, or is for another device, flow or key.
        public static let unreadable = Code(description: "unreadable")
        /// The command is another one than the flow waits for.
        public static let order = Code(description: "order")
        /// The command was taken once already, or is older than one that was.
        public static let replayed = Code(description: "replayed")
        /// The activation password or the PIN is wrong.
        public static let password = Code(description: "password")
        /// There is no attempt left.
        public static let locked = Code(description: "locked")
        /// The time of the registration or session is over.
        public static let expired = Code(description: "expired")
        /// A key is no point of its curve, or a proof for it fails.
        public static let key = Code(description: "key")
        /// A number, text or choice that this side handed in isn't allowed.
        public static let invalid = Code(description: "invalid")
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// One sentence without secrets.
    public let reason: String

    /// Makes an error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code): \(reason)" }
}
