import Primitives

/// An address that mail is sent to: `local@domain` of RFC 5321 §4.1.2, without quoted local parts and address literals.
///
/// It is one address and nothing else: no list, no comment, no line end that could begin another header or command.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    package let text: String
    package let domain: String

    /// - Throws: ``MessageError`` `.invalid` for anything else, also for letters beyond ASCII: a domain that has some is written as `xn--…`.
    package init(_ text: String) throws(MessageError) {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, halves.count == 2, Self.isLocal(halves[0]), Self.isDomain(halves[1]) else {
            throw MessageError(.invalid, "\(Self.shown(text)) is no e-mail address of the form name@example.com")
        }
        self.text = text
        domain = String(halves[1])
    }

    package var description: String { text }

    private static func isLocal(_ text: Substring) -> Bool {
        text.utf8.count <= 64
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAtom) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
                && !label.hasPrefix("-") && !label.hasSuffix("-")
        }
    }

    /// `atext` of RFC 5322 §3.2.3.
    private static func isAtom(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "an empty text" : String(text.prefix(100)).onOneLine }
}

extension String {
    /// The text with a space for each character that ends a line or isn't to be seen.
    package var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }
}
