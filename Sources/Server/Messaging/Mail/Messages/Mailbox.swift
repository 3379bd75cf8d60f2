import Primitives

/// The sender of a message: an address, perhaps with a name (RFC 5322 §3.4).
package struct Mailbox: Sendable, Equatable, CustomStringConvertible {
    /// The name that is shown beside the address; empty for none.
    package let name: String
    package let address: MailAddress

    /// Reads `no-reply@example.com` or `Gatehouse <no-reply@example.com>`.
    /// - Throws: ``MessageError`` `.invalid`.
    package init(_ text: String) throws(MessageError) {
        let parts = MailSyntax.parts(ofMailbox: text)
        name = parts.name.onOneLine
        address = try MailAddress(parts.address)
    }

    /// A mailbox of parts that were read before.
    init(name: String, address: MailAddress) {
        self.name = name
        self.address = address
    }

    package var description: String { name.isEmpty ? address.text : "\(name) <\(address.text)>" }

    /// The words of a field such as `From`, between which a line may end.
    func words(in field: String) -> [String] {
        name.isEmpty ? [address.text] : MailHeader.phrase(name, in: field) + ["<\(address.text)>"]
    }
}
