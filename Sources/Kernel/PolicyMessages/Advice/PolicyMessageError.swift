public import Primitives

/// Why a text is no advice or no request for a decision.
public struct PolicyMessageError: CodedError, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable, Equatable {
        /// It isn't written as it must be.
        case malformed
        /// It is longer, or holds more, than is taken.
        case tooLarge
        /// It asks for something that this server doesn't do.
        case notSupported
    }

    public let code: Code
    /// What is wrong, for whoever wrote the text.
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
