/// The amounts that a reader takes before it refuses.
public struct CBORLimits: Sendable {
    /// The longest input, in bytes.
    public var bytes: Int
    /// The depth to which items may lie within each other; a bare number is at depth 1.
    public var depth: Int
    /// The number of items allowed in all, keys and chunks counted.
    public var items: Int

    /// Limits; by default 64 KiB, 16 levels and 4096 items.
    public init(bytes: Int = 1 << 16, depth: Int = 16, items: Int = 4096) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
    }
}

/// The forms of writing an item that a reader takes.
public enum CBORForm: Sendable {
    /// Any well-formed item, with indefinite lengths as well (RFC 8949 §3.2).
    case wellFormed
    /// Any well-formed item whose lengths are definite.
    case definite
    /// The one deterministic form (RFC 8949 §4.2.1).
    case deterministic
}
