public import Primitives

/// The refusal of a patch.
public struct PatchError: CodedError, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: Sendable, Equatable {
        /// It isn't a list of operations in the form of the protocol.
        case malformed
        /// More operations than are taken.
        case tooMany
        /// The value that is there can't be changed like this.
        case impossible
    }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The explanation for developers.
    public let reason: String

    /// Makes a patch error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
