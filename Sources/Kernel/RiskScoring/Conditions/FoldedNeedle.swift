import Primitives

/// A text to look for in others, letters of ASCII without their case: in time that grows with the other text alone (Knuth, Morris, Pratt).
struct FoldedNeedle: Sendable, Equatable {
    private let bytes: [UInt8]
    /// The longest shorter match that ends in the same place, for each length of a match.
    private let shorter: [Int]

    init(_ text: String) {
        bytes = text.utf8.map(Self.fold)
        var (shorter, length) = ([Int](repeating: 0, count: bytes.count + 1), 0)
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = shorter[length] }
            if bytes[index] == bytes[length] { length += 1 }
            shorter[index + 1] = length
        }
        self.shorter = shorter
    }

    /// Whether it stands in a text; an empty one does.
    func isIn(_ text: String) -> Bool {
        guard !bytes.isEmpty else { return true }
        var length = 0
        for byte in text.utf8.lazy.map(Self.fold) {
            while length > 0, byte != bytes[length] { length = shorter[length] }
            if byte == bytes[length] { length += 1 }
            if length == bytes.count { return true }
        }
        return false
    }

    private static func fold(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}
