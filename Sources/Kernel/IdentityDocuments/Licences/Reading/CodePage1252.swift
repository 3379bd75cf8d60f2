/// The characters of Windows' code page 1252 that occur within names, where ISO 8859-1 has control characters.
enum CodePage1252 {
    /// Whether a byte is such a character: an apostrophe, Š, Œ, Ž.
    static func isInWords(_ byte: UInt8) -> Bool { [0x8A, 0x8C, 0x8E, 0x91, 0x92].contains(byte) }

    /// The code point of a byte in text of ISO 8859-1, those characters included. The apostrophes are ASCII's.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x8A: "\u{160}"
        case 0x8C: "\u{152}"
        case 0x8E: "\u{17D}"
        case 0x91, 0x92: "'"
        default: Unicode.Scalar(byte)
        }
    }
}
