import Primitives

/// The sender of a message: an address, perhaps with a name (RFC 5322 §3.4).
package struct Mailbox: Sendable, Equatable, CustomStringConvertible {
    package let name: String
    package let address: MailAddress

    /// Reads `no-reply@example.com` or `Gatehouse <no-reply@example.com>`.
    /// - Throws: ``MessageError`` `.invalid`.
    package init(_ text: String) throws(MessageError) {
        guard text.hasSuffix(">"), let bracket = text.firstIndex(of: "<") else {
            name = ""
            address = try MailAddress(text)
            return
        }
        let name = text[..<bracket].drop { $0 == " " || $0 == "\"" }.reversed().drop { $0 == " " || $0 == "\"" }.reversed()
        self.name = String(name).onOneLine
        address = try MailAddress(String(text[text.index(after: bracket)...].dropLast()))
    }

    package var description: String { name.isEmpty ? address.text : "\(name) <\(address.text)>" }

    /// The value of a `From` header.
    var header: String { name.isEmpty ? address.text : "\(MailHeader.phrase(name)) <\(address.text)>" }
}
