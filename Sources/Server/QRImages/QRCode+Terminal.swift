import Primitives

extension QRCode {
    /// The code for a terminal: a character for two modules above each other, lines without their ends.
    ///
    /// Light modules are drawn, as most terminals are dark; `onLight` draws the dark ones instead. A reader needs the contrast, and the
    /// quiet zone that is part of the lines.
    package func terminalLines(onLight: Bool = false) -> [String] {
        let range = -Self.quietZone..<(size + Self.quietZone)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            String(range.map { column in Self.character(self[row, column] == onLight, self[row + 1, column] == onLight) })
        }
    }

    private static func character(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
