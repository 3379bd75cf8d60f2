public import Primitives

/// The refusal of a message between a server and its script process.
public struct ScriptMessageError: CodedError, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// Longer than either side takes.
        case tooLong
        /// No JSON, or none of the messages.
        case malformed
    }

    public let code: Code
    public let reason: String

    /// Makes a script message error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
