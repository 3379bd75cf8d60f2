import Primitives

/// The text that the user reads and decides about: pairs of a name and a value, in order.
///
/// The bytes that are shown are the bytes that are signed: they travel within the request, whose hash the answer signs. Characters that a
/// screen can't show as they are, or that turn the direction of others, aren't allowed.
public struct DisplayData: Sendable, Hashable {
    /// A line on the screen.
    public struct Pair: Sendable, Hashable {
        /// The meaning of the value, such as “Amount”.
        public let name: String
        /// The value.
        public let value: String

        /// Makes a pair, which ``DisplayData/init(_:)`` checks.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The greatest number of pairs.
    public static let most = 32
    /// The number of bytes of a name at most.
    public static let longestName = 128
    /// The number of bytes of a value at most.
    public static let longestValue = 1_024

    /// The pairs in order.
    public let pairs: [Pair]
    /// Whether there is nothing to show.
    public var isEmpty: Bool { pairs.isEmpty }

    /// Checks pairs.
    /// - Throws: ``CommandError/Code/tooLarge``; ``CommandError/Code/invalid`` for a character that can't be shown as it is.
    public init(_ pairs: [Pair] = []) throws(CommandError) {
        guard pairs.count <= Self.most else { throw CommandError(.tooLarge, "more than 32 pairs to show") }
        for pair in pairs {
            try Self.check(pair.name, Self.longestName)
            try Self.check(pair.value, Self.longestValue)
        }
        self.pairs = pairs
    }

    /// Each name and each value after its length of two bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for pair in pairs {
            bytes.append(lengthPrefixed: pair.name.utf8)
            bytes.append(lengthPrefixed: pair.value.utf8)
        }
        return bytes
    }

    /// Reads ``bytes``.
    /// - Throws: ``CommandError``.
    public init(bytes: [UInt8]) throws(CommandError) {
        var (rest, pairs) = (bytes[...], [Pair]())
        while !rest.isEmpty {
            guard let name = rest.takeLengthPrefixed(), let value = rest.takeLengthPrefixed(), pairs.count < Self.most else {
                throw CommandError(.malformed, "the data to show are cut off, or too many")
            }
            pairs.append(Pair(try CommandText.read(name), try CommandText.read(value)))
        }
        try self.init(pairs)
    }

    /// The data as an app shows them: a line for each pair.
    public var text: String { pairs.map { $0.name.isEmpty ? $0.value : "\($0.name): \($0.value)" }.joined(separator: "\n") }

    private static func check(_ text: String, _ limit: Int) throws(CommandError) {
        try CommandText.check(text, limit, "a text to show")
        guard isPlain(text) else { throw CommandError(.invalid, "a text to show has control characters") }
    }

    /// Whether a screen shows a text as it is, on one line and in one direction.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
            case .format: scalar.value == 0x200C || scalar.value == 0x200D  // joiners, which scripts and emoji need
            default: true
            }
        }
    }
}
