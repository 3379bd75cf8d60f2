import Primitives

/// An address that mail is sent to: `local@domain` of RFC 5321 §4.1.2, without quoted local parts and address literals.
///
/// It is one address and nothing else: no list, no comment, no line end that could begin another header or command.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The whole address, `local@domain`.
    package let text: String
    /// The part behind the `@`.
    package let domain: String

    /// - Throws: ``MessageError`` `.invalid` for anything else, also for letters beyond ASCII: a domain that has some is written as `xn--…`.
    package init(_ text: String) throws(MessageError) {
        guard let domain = MailSyntax.domain(of: text) else {
            throw MessageError(.invalid, "\(Self.shown(text)) is no e-mail address of the form name@example.com")
        }
        self.text = text
        self.domain = domain
    }

    package var description: String { text }

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
