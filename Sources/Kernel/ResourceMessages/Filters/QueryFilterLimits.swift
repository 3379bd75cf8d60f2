import Primitives

/// Bounds on a foreign query filter.
public struct QueryFilterLimits: Sendable, Equatable {
    /// The longest text, in bytes.
    public var bytes: Int
    /// The depth to which parentheses and negations may nest.
    public var depth: Int
    /// The number of comparisons, tests of presence and literals that it may have.
    public var clauses: Int

    /// Makes query filter limits of its members, which are taken unchecked. By default `bytes` is `4096`, `depth` is `16`, and `clauses`
    /// is `64`.
    public init(bytes: Int = 4096, depth: Int = 16, clauses: Int = 64) {
        self.bytes = bytes
        self.depth = depth
        self.clauses = clauses
    }

    /// 4 KiB, 16 levels, 64 clauses.
    public static let standard = QueryFilterLimits()
}
