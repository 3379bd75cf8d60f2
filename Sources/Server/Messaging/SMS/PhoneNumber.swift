import Primitives

/// A telephone number of E.164: a plus sign and up to 15 digits, the country's code first.
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number with the plus sign.
    package let text: String

    /// The number without the plus sign, as some providers want it.
    package var digits: String { String(text.dropFirst()) }

    /// Reads a number, also with the spaces, hyphens, dots and parentheses that people write.
    ///
    /// - Throws: ``MessageError`` `.invalid`, also for a number without its country's code: who would be written to depends on who reads it.
    package init(_ text: String) throws(MessageError) {
        let bare = text.unicodeScalars.filter { !" -.()/\u{A0}".unicodeScalars.contains($0) }
        let digits = bare.dropFirst()
        guard bare.first == "+", (8...15).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }), digits.first != "0"
        else {
            throw MessageError(
                .invalid, "\(String(text.prefix(40)).onOneLine) is no telephone number with its country's code, such as +41791234567")
        }
        self.text = String(String.UnicodeScalarView(bare))
    }

    package var description: String { text }
}
