import Primitives

/// Texts from elsewhere for a terminal, which obeys some characters instead of showing them.
package enum TerminalText {
    /// The text, with `�` for each character that a terminal obeys: control characters but the line feed and the tab, separators of lines, and those that
    /// turn the direction of what follows (UAX #9).
    package static func plain(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "\u{FFFD}" }))
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
