import Foundation
import Testing
@testable import Messaging

@Suite("Messages on the wire (RFC 5322, 2045, 2047)")
struct MailMessageTests {
    private func lines(_ content: MailContent) throws -> [String] {
        let message = MailMessage(
            from: try Mailbox("Gatehouse <no-reply@example.com>"), to: try MailAddress("ada@example.org"), content: content,
            date: Date(timeIntervalSince1970: 1_767_225_600), id: "abc_-9")
        return String(decoding: message.encoded, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("a plain text")
    func plain() throws {
        #expect(
            try lines(MailContent(subject: "Hello", text: "One\nTwo")) == [
                "From: \"Gatehouse\" <no-reply@example.com>", "To: ada@example.org", "Subject: Hello",
                "Date: Thu, 01 Jan 2026 00:00:00 +0000",
                "Message-ID: <abc_-9@example.com>", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "", "One", "Two", "",
            ])
    }

    @Test("text and HTML are alternatives, the text first")
    func alternatives() throws {
        let lines = try lines(MailContent(subject: "Hello", text: "Hi", html: "<p>Hi</p>"))
        #expect(
            Array(lines.dropFirst(7)) == [
                "Content-Type: multipart/alternative; boundary=\"=_abc_-9\"", "", "--=_abc_-9", "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "Hi", "--=_abc_-9", "Content-Type: text/html; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "<p>Hi</p>", "--=_abc_-9--", "",
            ])
    }

    @Test("a subject can't begin another header, and no character of it is torn apart")
    func subject() throws {
        let evil = try lines(MailContent(subject: "Hi\r\nBcc: eve@example.com\u{2028}x", text: ""))
        #expect(
            evil[2] == "Subject: =?UTF-8?B?" + Data("Hi  Bcc: eve@example.com x".utf8).base64EncodedString() + "?="
                || evil[2] == "Subject: Hi  Bcc: eve@example.com x")
        #expect(!evil.contains { $0.hasPrefix("Bcc") })
        let long = try lines(MailContent(subject: String(repeating: "Zürich ", count: 20), text: ""))
        let words = long.dropFirst(2).prefix { $0.hasPrefix("Subject:") || $0.hasPrefix(" ") }
        #expect(words.count > 1 && words.allSatisfy { $0.utf8.count <= 78 })
        let decoded = words.map { $0.split(separator: "?")[3] }.compactMap { Data(base64Encoded: String($0)) }
        #expect(decoded.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
        #expect(String(decoding: decoded.reduce(Data(), +), as: UTF8.self) == String(repeating: "Zürich ", count: 20))
    }

    @Test(
        "no header line has more than 78 characters, no encoded word more than 75, and what is meant is what is read",
        arguments: [1, 20, 40, 41, 44, 45, 46, 59, 60, 61, 62, 75, 100, 300],
        ["x", "ü", "\"", "\\", "日", "👨‍👩‍👧", "e\u{301}", " ", "a "])
    func folded(count: Int, character: String) throws {
        let text = String(repeating: character, count: count)
        let from = try Mailbox("\(text) <\(String(repeating: "a", count: min(count, 50)))@mail.example.com>")
        let message = MailMessage(
            from: from, to: try MailAddress("ada@example.org"), content: MailContent(subject: text, text: "x"),
            date: Date(timeIntervalSince1970: 1_767_225_600), id: "abc_-9")
        let head = String(decoding: message.encoded, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        for line in head { #expect(line.utf8.count <= 78 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)") }
        #expect(head.allSatisfy { !$0.allSatisfy(\.isWhitespace) }, "no line is of white space alone")
        for word in head.flatMap({ $0.split(separator: " ") }) where word.hasPrefix("=?UTF-8?B?") { #expect(word.utf8.count <= 75) }
        #expect(head[0].hasPrefix("From: ") && head.contains { $0.hasPrefix("Subject: ") })
        let subject = head.drop { !$0.hasPrefix("Subject:") }.prefix { $0.hasPrefix("Subject:") || $0.hasPrefix(" ") }
        guard subject.first?.contains("=?UTF-8?B?") == true else { return }
        let bytes = subject.compactMap { line in line.split(separator: "?").dropFirst(3).first }.compactMap {
            Data(base64Encoded: String($0))
        }
        #expect(String(decoding: bytes.reduce(Data(), +), as: UTF8.self) == text)
    }

    @Test("an address that is longer than a line stands in one that is its own")
    func longAddress() throws {
        let domain = String(repeating: "abcdefgh.", count: 12) + "example"
        let message = MailMessage(
            from: try Mailbox("Gatehouse <no-reply@\(domain)>"), to: try MailAddress("ada@\(domain)"),
            content: MailContent(subject: "x", text: "x"),
            date: Date(timeIntervalSince1970: 0), id: "i")
        let head = String(decoding: message.encoded, as: UTF8.self)
        #expect(head.hasPrefix("From: \"Gatehouse\"\r\n <no-reply@\(domain)>\r\nTo: ada@\(domain)\r\n"))
    }

    @Test("what looks like an encoded word is encoded")
    func pretended() throws {
        #expect(try lines(MailContent(subject: "=?UTF-8?B?SGk=?=", text: ""))[2].hasPrefix("Subject: =?UTF-8?B?PT9"))
    }

    @Test("a body keeps its lines within 76 characters of plain ASCII, whatever it holds")
    func quotedPrintable() throws {
        let text =
            "Grüße=\u{0}\u{7F}\ttab \nend \t\n.\n" + String(repeating: "x", count: 300) + "\r\nÄ" + String(repeating: "ß", count: 100)
        let encoded = QuotedPrintable.encoded(text)
        let lines = encoded.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 == 9 || (0x20...0x7E).contains($0) } })
        #expect(lines.allSatisfy { $0.last?.isWhitespace != true })
        #expect(decoded(encoded) == text.replacing("\r\n", with: "\n"))
        #expect(lines.first == "Gr=C3=BC=C3=9Fe=3D=00=7F\ttab=20")
    }

    private func decoded(_ text: String) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.replacing("=\r\n", with: "").replacing("\r\n", with: "\n").utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
