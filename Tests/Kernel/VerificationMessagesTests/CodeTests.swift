import DeviceMessages
import Primitives
import Testing
import TestVectors
import VerificationMessages

@Suite("Codes of verifications")
struct CodeTests {
    private static let realm = "0b6e2c1a-0000-4000-8000-000000000001"
    private static let whole = "https://id.example.com/verify?realm=\(realm)&code=123456789012"

    @Test("a code has twelve digits, and is read with blanks and hyphens between them")
    func digits() throws {
        let code = VerificationCode.generate(random: SeededRandom(seed: 1))
        #expect(VerificationCode.canonical(code.reveal()) == code)
        #expect(VerificationCode.canonical(VerificationCode.grouped(code)) == code)
        #expect(VerificationCode.grouped(Secret("123456789012")) == "1234 5678 9012")
        #expect(try VerificationCodeText("1234-5678 9012").text == "123456789012")
    }

    @Test("an address in a QR code names server and realm")
    func addresses() throws {
        let read = try VerificationCodeText(Self.whole)
        #expect(read.code == Secret("123456789012") && read.place?.origin == "https://id.example.com" && read.text == Self.whole)
        let local = try VerificationCodeText("http://127.0.0.1:8080/verify?realm=\(Self.realm)&code=000000000000")
        #expect(local.place?.origin == "http://127.0.0.1:8080")
    }

    @Test(
        "what differs by a byte is no code",
        arguments: [
            "", "12345678901", "1234567890123", "12345678901a", "１２３４５６７８９０１２", String(repeating: " ", count: 60) + "123456789012",
            Self.whole + "&x=1", Self.whole + " ", " " + Self.whole,
            "https://id.example.com/verify?code=123456789012&realm=\(Self.realm)",
            "https://id.example.com/verify?realm=\(Self.realm)&code=12345678901 ",
            "https://id.example.com/pair?realm=\(Self.realm)&code=123456789012",
            "https://id.example.com:443/verify?realm=\(Self.realm)&code=123456789012",
            "app://x/verify?realm=\(Self.realm)&code=123456789012",
            "https://user@id.example.com/verify?realm=\(Self.realm)&code=123456789012",
            "https://ID.example.com/verify?realm=\(Self.realm)&code=123456789012",
            "https://id.example.com/verify?realm=\(Self.realm.uppercased())&code=123456789012",
            "/verify?realm=\(Self.realm)&code=123456789012",
        ])
    func wrong(text: String) { #expect(throws: DeviceError(.notFound, "")) { try VerificationCodeText(text) } }

    @Test("hostile texts are no codes", arguments: try HostileText.all())
    func hostile(text: HostileText) {
        let read = String(decoding: text.bytes(upTo: 1000), as: UTF8.self)
        #expect(throws: DeviceError(.notFound, "")) { try VerificationCodeText(read) }
        #expect(VerificationNotice(read) == nil)
    }

    @Test("a notice names its transaction, and no other push is one")
    func notices() {
        let notice = VerificationNotice(transaction: Sample.transaction)
        #expect(VerificationNotice(notice.text) == notice)
        for other in ["wallet-mail", notice.text + "a", String(notice.text.dropLast()), "verification;" + notice.text.dropFirst(13)] {
            #expect(VerificationNotice(other) == nil, "\(other)")
        }
    }
}
