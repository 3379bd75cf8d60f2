/// Looks at eight bytes of a JSON string at once, by arithmetic on a word: the order of the bytes in it doesn't matter.
enum JSONText {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether a byte is a quotation mark, a backslash or a control character (RFC 8259 §7).
    @inline(__always)
    static func isInterrupted(_ word: UInt64) -> Bool {
        let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
        // A byte that is less than n borrows from its high bit when n is taken away.
        let found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- (ones &* 0x20)) & ~word)
        return found & highBits != 0
    }

    /// Whether all bytes are ASCII.
    @inline(__always)
    static func isASCII(_ word: UInt64) -> Bool { word & highBits == 0 }
}
