import OAuthMessages
import Primitives
import Testing

@Suite("RFC 6749 §4.1.2.1, §5.2: the characters of errors")
struct OAuthErrorTests {
    /// %x20-21 / %x23-5B / %x5D-7E.
    private static func isPermitted(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }

    private static func written(_ error: OAuthError) throws -> [String] {
        let (json, form) = (error.json, error.form)
        return [
            try #require(json["error"]?.string), try #require(json["error_description"]?.string),
            try #require(try form.value("error")), try #require(try form.value("error_description")),
        ]
    }

    @Test("every scalar of the first planes becomes one or more that are permitted, wherever an error is written")
    func everyScalar() throws {
        for value in stride(from: UInt32(0), through: 0x2FFF, by: 1) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            for written in try Self.written(OAuthError(OAuthError.Code(text), text)) {
                #expect(written.utf8.allSatisfy(Self.isPermitted), "U+\(String(value, radix: 16)): \(written)")
                #expect(written.hasPrefix("a") && written.hasSuffix("b") && written.utf8.count >= 3)
            }
        }
    }

    @Test(
        "sentences keep their meaning",
        arguments: [
            ("RFC 6749 §3.3 doesn’t allow it", "RFC 6749 section 3.3 doesn't allow it"),
            ("the scope \"a\\b\"", "the scope 'a/b'"), ("wait… – then", "wait... - then"), ("für\r\nalle", "f?r  alle"), ("plain", "plain"),
        ])
    func sentences(_ text: String, _ written: String) {
        #expect(OAuthError(.invalidScope, text).json["error_description"]?.string == written)
    }

    @Test("what another server wrote is read as it is")
    func read() {
        let error = OAuthError(json: ["error": "invalid_grant", "error_description": "abgelaufen für immer"])
        #expect(error?.code == .invalidGrant && error?.explanation == "abgelaufen für immer")
    }
}
