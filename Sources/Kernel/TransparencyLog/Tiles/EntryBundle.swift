import Primitives

/// The entries of a tile's leaves, each after its length in two bytes (c2sp.org/tlog-tiles).
public enum EntryBundle {
    /// The bytes of a bundle.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for an entry longer than 65 535 bytes, and for none or more than 256 of them.
    public static func encode(_ entries: [[UInt8]]) throws(TransparencyError) -> [UInt8] {
        guard (1...TileAddress.fullWidth).contains(entries.count) else {
            throw TransparencyError(.malformedTile, "a bundle of \(entries.count) entries")
        }
        var bytes: [UInt8] = []
        for entry in entries {
            guard let length = UInt16(exactly: entry.count) else {
                throw TransparencyError(.malformedTile, "an entry of \(entry.count) bytes; at most \(UInt16.max) fit")
            }
            bytes += [UInt8(length >> 8), UInt8(length & 0xFF)] + entry
        }
        return bytes
    }

    /// The entries of a bundle's bytes.
    /// - Parameter width: the number of entries that the bundle's place says, 1 to 256.
    /// - Throws: ``TransparencyError/Code/malformedTile`` for another number of entries, and for bytes that end within one.
    public static func decode(_ bytes: [UInt8], width: Int) throws(TransparencyError) -> [[UInt8]] {
        var entries: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count >= 2, entries.count < width {
            let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard rest.count >= length else { break }
            entries.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        guard rest.isEmpty, entries.count == width else {
            throw TransparencyError(.malformedTile, "the bundle isn't \(width) entries")
        }
        return entries
    }
}
