import Foundation
import Primitives
import Testing

@Suite("RFC 4648: base64url without padding")
struct Base64URLTests {
    static let vectors = [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]

    @Test("§10", arguments: vectors)
    func vector(_ plain: String, _ encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("§5: the alphabet")
    func alphabet() {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
        #expect(Base64URL.decode("-__-") == [0xFB, 0xFF, 0xFE])
    }

    @Test("refused", arguments: ["A", "AAAAA", "Zg==", "Zg=", "Z+8", "Z/8", "Zm 9", "Zm\n9", "Zé", "Zh", "Zm9", "Zm8\0"])
    func refused(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("agrees with Foundation at every length", arguments: 0..<70)
    func foundation(_ count: Int) {
        let bytes = SeededRandom(seed: UInt64(count)).bytes(count)
        let expected = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        #expect(Base64URL.encode(bytes) == expected)
        #expect(Base64URL.encode(AnySequence(bytes)) == expected)
        #expect(Base64URL.decode(expected) == bytes)
        #expect(Base64URL.decode(utf8: Array(expected.utf8)[...]) == bytes)
        #expect(Base64URL.decode(utf8: AnyCollection(Array(expected.utf8))) == bytes)
    }
}
