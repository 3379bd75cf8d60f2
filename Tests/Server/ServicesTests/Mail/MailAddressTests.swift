import Testing
@testable import Messaging

@Suite("E-mail addresses")
struct MailAddressTests {
    @Test(
        "what is one",
        arguments: [
            "a@b", "ada.lovelace+news@mail.example.com", "x!#$%&'*+-/=?^_`{|}~@example.com", "=?utf-8?x?y?=@a", "=?q?=@a", "a=?b@c",
            "me@xn--bcher-kva.example", "0@1.2",
        ])
    func accepted(_ text: String) throws { #expect(try MailAddress(text).text == text) }

    @Test(
        "what isn't: lists, names, headers, commands, quoted parts, letters beyond ASCII, what is too long",
        arguments: [
            "", "@", "a", "a@", "@b", "a@b@c", "a@b,c@d", "a b@c", "<a@b>", "Ada <a@b>", "a@b\r\nBcc: c@d", "a@b\n", "a@b\u{0}",
            "a@b>\r\nRCPT TO:<c@d", "\"a b\"@c", "a@[127.0.0.1]", ".a@b", "a.@b", "a..b@c", "a@.b", "a@b.", "a@-b", "a@b-", "ä@b", "a@ä",
            "a@b\u{301}", String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 64),
            "a@" + Array(repeating: "abcdefgh", count: 30).joined(separator: "."), "=?utf-8?q?x?=@b.example", "=?UTF-8?B?eA==?=@b",
            "a=?x?Q??=@b", "=?x?q?a?=b@c",
        ])
    func refused(_ text: String) {
        #expect(throws: MessageError(.invalid, "")) { try MailAddress(text) }
    }

    @Test("a mailbox may have a name, whose quotes and line ends end nothing")
    func mailboxes() throws {
        #expect(try Mailbox("a@b").words(in: "From").joined(separator: " ") == "a@b")
        #expect(try Mailbox("Gatehouse <a@b>").words(in: "From").joined(separator: " ") == "\"Gatehouse\" <a@b>")
        #expect(try Mailbox("\"Gate, house\" <a@b>").words(in: "From").joined(separator: " ") == "\"Gate, house\" <a@b>")
        #expect(try Mailbox("A\"b\\c <a@b>").words(in: "From").joined(separator: " ") == "\"A\\\"b\\\\c\" <a@b>")
        #expect(try Mailbox("A\r\nBcc: x@y <a@b>").words(in: "From").joined(separator: " ") == "\"A  Bcc: x@y\" <a@b>")
        #expect(try Mailbox("Jürgen <a@b>").words(in: "From").joined(separator: " ") == "=?UTF-8?B?SsO8cmdlbg==?= <a@b>")
        #expect(throws: MessageError(.invalid, "")) { try Mailbox("Ada <a@b\r\nBcc: c@d>") }
        #expect(throws: MessageError(.invalid, "")) { try Mailbox("Ada <a@b> c@d") }
    }
}
