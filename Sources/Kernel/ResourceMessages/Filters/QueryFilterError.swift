/// Why a text was refused as a query filter. Equal when the codes are equal.
public struct QueryFilterError: Error, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable { case tooLong, tooDeep, tooManyClauses, malformed }

    public let code: Code
    /// Where, counted in characters from 1; the place after the end when something is missing there.
    public let position: Int
    public let reason: String

    public init(_ code: Code, at position: Int, _ reason: String) {
        self.code = code
        self.position = position
        self.reason = reason
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    /// One line: what, and where.
    public var description: String { "query filter, position \(position): \(reason)" }
}
