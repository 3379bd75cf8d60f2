import Primitives
import TestVectors
import Testing

/// What bytes from outside become text, and what doesn't (docs/decisions/0109-text-from-outside.md).
@Suite("Text from outside")
struct ForeignTextTests {
    @Test("a text is read byte for byte or not at all, by a form or a file as by JSON", arguments: try HostileText.all(), [100, 8192])
    func hostile(_ hostile: HostileText, length: Int) throws {
        let bytes = hostile.bytes(upTo: length)
        let text = String(foreign: bytes)
        #expect((text != nil) == hostile.isReadable)
        if let text { #expect(Array(text.utf8) == bytes) }
        let json = try? JSONValue(parsing: Array("\"".utf8) + bytes + Array("\"".utf8))
        #expect((json != nil) == hostile.isReadableInJSON)
        if let text = json?.string { #expect(Array(text.utf8) == bytes) }
        let object = try? JSONValue(parsing: Array("{\"".utf8) + bytes + Array("\":1}".utf8))
        #expect((object != nil) == hostile.isReadableInJSON)
    }

    @Test(
        "30 marks in a row are read, 31 are not, raw as well as in escapes of JSON",
        arguments: ["\u{301}", "\u{E0100}", "\u{FF9F}", "\u{200D}"])
    func marks(_ mark: String) {
        let (few, many) = ("a" + String(repeating: mark, count: 30), "a" + String(repeating: mark, count: 31))
        #expect(String(foreign: Array(few.utf8)) == few && few.isStreamSafe)
        #expect(String(foreign: Array(many.utf8)) == nil && !many.isStreamSafe)
        // A letter between begins the count anew.
        #expect(String(foreign: Array((few + few).utf8)) == few + few)
        let escaped = mark.utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }
            .joined()
        #expect((try? JSONValue(parsing: "\"a" + String(repeating: escaped, count: 30) + "\""))?.string == few)
        #expect((try? JSONValue(parsing: "\"a" + String(repeating: escaped, count: 31) + "\"")) == nil)
        // What was taken once can be read again.
        #expect((try? JSONValue(parsing: JSONValue.string(many).text, limits: .own()))?.string == many)
    }

    @Test("bounds are in bytes, whatever a Character is")
    func bounds() {
        #expect(String(foreign: Array("é".utf8), upTo: 1) == nil && String(foreign: Array("é".utf8), upTo: 2) == "é")
        let family = String(repeating: "\u{1F469}\u{200D}", count: 1000)
        let cuts = [family.prefix(10), family[...].prefix(10), "aé".prefix(2), "aé".prefix(3), "aé".prefix(9), "é".prefix(1)].map(
            String.init)
        #expect(cuts == ["\u{1F469}\u{200D}", "\u{1F469}\u{200D}", "a", "aé", "aé", ""])
    }

    @Test("percent escapes are decoded once, to UTF-8 or to nothing")
    func percent() {
        #expect(String(percentDecoding: "a%20%C3%A9%2525") == "a é%25" && String(percentDecoding: "plain") == "plain")
        for broken in ["%", "%4", "%zz", "%E9A", "%ED%A0%80", "%C0%80"] { #expect(String(percentDecoding: broken) == nil, "\(broken)") }
        #expect(String(percentDecoding: "a" + String(repeating: "%CC%81", count: 31)) == nil)
    }
}
