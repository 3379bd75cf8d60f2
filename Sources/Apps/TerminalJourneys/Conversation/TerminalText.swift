package import Primitives

/// Texts from elsewhere for a terminal, which obeys some characters instead of showing them.
package enum TerminalText {
    /// The text, with `�` for each character that a terminal obeys: control characters but the line feed and the tab, separators of lines, and those that
    /// turn the direction of what follows (UAX #9).
    package static func plain(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
    }

    /// The JSON text of a value, in which each such character is escaped (RFC 8259 §7).
    package static func json(_ value: JSONValue) -> String {
        let text = value.text
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        // They stand in strings alone, and all of them are of two bytes in UTF-16.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isPlain(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n" || scalar == "\t"
        case .format: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        case .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
