import Primitives

/// The place of a tile of hashes, or of a bundle of entries, below a log's URL (c2sp.org/tlog-tiles).
public struct TileAddress: Sendable, Hashable {
    /// The content of a tile.
    public enum Content: Sendable, Hashable {
        /// Hashes of subtrees, each of 256 to the power of the level leaves. Levels go from 0 to 7, beyond which no log grows.
        case hashes(level: Int)
        /// The entries themselves, each after its length.
        case entries
    }

    /// The number of hashes, or entries, of a full tile.
    public static let fullWidth = 256
    /// The levels of hashes: 256 to the power of 8 is more than a number of entries can be.
    public static let levels = 0..<8

    /// The tile's content.
    public let content: Content
    /// The number of tiles of this level on its left.
    public let number: Int
    /// The number of hashes or entries in it, 1 to 256; fewer than 256 in a partial tile.
    public let width: Int

    /// A place of its parts.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for a level, a number or a width that no tile has.
    public init(_ content: Content, number: Int, width: Int = TileAddress.fullWidth) throws(TransparencyError) {
        if case .hashes(let level) = content, !Self.levels.contains(level) {
            throw TransparencyError(.malformedTile, "there is no tile of level \(level)")
        }
        guard (0...Self.lastNumber).contains(number), (1...Self.fullWidth).contains(width) else {
            throw TransparencyError(.malformedTile, "there is no tile \(number) of width \(width)")
        }
        self.init(known: content, number, width)
    }

    init(known content: Content, _ number: Int, _ width: Int) {
        self.content = content
        self.number = number
        self.width = width
    }

    /// The greatest number of a tile, whose leaves a whole number still counts.
    private static let lastNumber = Int.max >> 8

    /// The path below the log's URL, such as `tile/0/x001/x234/067.p/12` or `tile/entries/000`.
    public var path: String {
        let name =
            switch content {
            case .hashes(let level): String(level)
            case .entries: "entries"
            }
        var groups = [Self.digits(number % 1000)]
        var rest = number / 1000
        while rest > 0 {
            groups.append("x" + Self.digits(rest % 1000))
            rest /= 1000
        }
        let partial = width < Self.fullWidth ? ".p/\(width)" : ""
        return "tile/\(name)/\(groups.reversed().joined(separator: "/"))\(partial)"
    }

    /// The place that a path names.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for every text that isn't exactly some place's ``path``.
    public init(path: String) throws(TransparencyError) {
        let malformed = TransparencyError(.malformedTile, "not the path of a tile")
        guard path.utf8.count <= 64 else { throw malformed }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var width = Self.fullWidth
        if parts.count > 3, parts[parts.count - 2].hasSuffix(".p") {
            guard let partial = Int(decimal: parts.removeLast(), in: 1...(Self.fullWidth - 1)) else { throw malformed }
            parts[parts.count - 1] = parts[parts.count - 1].dropLast(2)
            width = partial
        }
        guard parts.count > 2, parts[0] == "tile" else { throw malformed }
        let content: Content
        if parts[1] == "entries" {
            content = .entries
        } else {
            guard let level = Int(decimal: parts[1]) else { throw malformed }
            content = .hashes(level: level)
        }
        var number = 0
        for (index, group) in parts.dropFirst(2).enumerated() {
            let digits = index == parts.count - 3 ? group : group.dropFirst()
            guard digits.utf8.count == 3, number <= Self.lastNumber / 1000,
                let value = Int(decimal: digits, in: 0...999, leadingZeros: true)
            else { throw malformed }
            number = number * 1000 + value
        }
        try self.init(content, number: number, width: width)
        guard self.path == path else { throw malformed }
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: 3 - text.utf8.count) + text
    }

    /// The places of all tiles of hashes and bundles of entries that a log of one size has and an earlier one lacked, partial ones included.
    /// - Parameter older: the earlier size; 0 for all of them.
    public static func all(for size: Int, since older: Int = 0) -> [TileAddress] {
        var all: [TileAddress] = []
        for level in levels {
            let (count, before) = (size >> (8 * level), older >> (8 * level))
            guard count > before else { continue }
            for number in (before / fullWidth)...((count - 1) / fullWidth) {
                let width = min(count - number * fullWidth, fullWidth)
                all.append(TileAddress(known: .hashes(level: level), number, width))
                if level == 0 { all.append(TileAddress(known: .entries, number, width)) }
            }
        }
        return all
    }
}
