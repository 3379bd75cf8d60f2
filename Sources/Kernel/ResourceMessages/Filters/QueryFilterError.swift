public import Primitives

/// The refusal of a text as a query filter.
public struct QueryFilterError: CodedError, CustomStringConvertible {
    public enum Code: Sendable, Equatable { case tooLong, tooDeep, tooManyClauses, malformed }

    public let code: Code
    /// The place of the fault, counted in characters from 1; the place after the end when something is missing there.
    public let position: Int
    public let reason: String

    /// Makes a query filter error of its members, which are taken unchecked.
    public init(_ code: Code, at position: Int, _ reason: String) {
        self.code = code
        self.position = position
        self.reason = reason
    }

    /// One line: what, and where.
    public var description: String { "query filter, position \(position): \(reason)" }
}
