extension StringProtocol {
    /// The text without spaces and tabs at its ends, as lists in header fields allow them (RFC 9110 §5.6.3).
    var trimmingSpaces: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
    }
}
