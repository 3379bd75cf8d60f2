package import Foundation
import Primitives

/// A message to one recipient (RFC 5322), with the same text for those who read HTML and those who don't (RFC 2046 §5.1.4).
package struct MailMessage: Sendable, Equatable {
    /// The sender, as the field `From` names it.
    package let from: Mailbox
    /// The one recipient, as the field `To` names it.
    package let to: MailAddress
    package let content: MailContent
    /// The time of writing, the field `Date`.
    package let date: Date
    /// A random text that names the message.
    package let id: String

    package init(from: Mailbox, to: MailAddress, content: MailContent, date: Date, id: String) {
        self.from = from
        self.to = to
        self.content = content
        self.date = date
        self.id = id
    }

    /// The message as it crosses the wire, dots at the beginnings of lines not yet doubled.
    package var encoded: [UInt8] { Array((headers.map { MailHeader.field($0, $1) }.joined() + body).utf8) }

    /// The fields, each with the words of its value.
    private var headers: [(String, [String])] {
        [
            ("From", from.words(in: "From")), ("To", [to.text]), ("Subject", MailHeader.text(content.subject, in: "Subject")),
            ("Date", [MailHeader.date(date)]), ("Message-ID", ["<\(id)@\(from.address.domain)>"]), ("MIME-Version", ["1.0"]),
            // No automatic notice is to answer it (RFC 3834 §5).
            ("Auto-Submitted", ["auto-generated"]),
        ]
    }

    private var body: String {
        guard let html = content.html else { return Self.part(content.text, "plain") + "\r\n" }
        // No line of quoted-printable text has an underscore after an equals sign.
        let boundary = "=_\(id)"
        let parts = [Self.part(content.text, "plain"), Self.part(html, "html")].map { "--\(boundary)\r\n\($0)\r\n" }
        return "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n\(parts.joined())--\(boundary)--\r\n"
    }

    private static func part(_ text: String, _ kind: String) -> String {
        "Content-Type: text/\(kind); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + QuotedPrintable.encoded(text)
    }
}

/// The contents of a message.
package struct MailContent: Sendable, Equatable {
    /// The subject, one line.
    package var subject: String
    /// The text for those who read no HTML.
    package var text: String
    /// The same in HTML; nil for a message of plain text alone.
    package var html: String?
    /// The sender; nil for the mail server's usual one.
    package var from: Mailbox?

    package init(subject: String, text: String, html: String? = nil, from: Mailbox? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
        self.from = from
    }
}
