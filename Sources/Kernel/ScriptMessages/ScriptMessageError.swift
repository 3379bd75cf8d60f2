public import Primitives

/// The refusal of a message between a server and its script process.
public struct ScriptMessageError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// No JSON, or none of the messages.
        case malformed
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The explanation for developers.
    public let reason: String

    /// Makes a script message error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
