public import Primitives

/// The refusal of a text as a query filter.
public struct QueryFilterError: CodedError, CustomStringConvertible {
    /// The kind of refusal: more bytes, depth or clauses than ``QueryFilterLimits`` allows, or a text that is no filter.
    public enum Code: Sendable, Equatable { case tooLong, tooDeep, tooManyClauses, malformed }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The place of the fault, counted in characters from 1; the place after the end when something is missing there.
    public let position: Int
    /// The explanation for developers.
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
