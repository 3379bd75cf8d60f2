import Primitives

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// The text without spaces and tabs at its ends, as lists in header fields allow them (RFC 9110 §5.6.3).
    @inlinable package var trimmingSpaces: String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[start.startIndex...end])
    }
}
