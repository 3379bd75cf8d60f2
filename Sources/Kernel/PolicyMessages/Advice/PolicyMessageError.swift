public import Primitives

/// The refusal of a text that is no advice or no request for a decision.
public struct PolicyMessageError: CodedError, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Sendable, Equatable {
        /// It isn't written as it must be.
        case malformed
        /// It is longer, or holds more, than is taken.
        case tooLarge
        /// It asks for something that this server doesn't do.
        case notSupported
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The fault, explained for the writer of the text.
    public let reason: String

    /// Makes a policy message error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
