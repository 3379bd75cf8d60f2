import Foundation
import Testing

@testable import Primitives

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

    @Test("a foreign character is refused wherever it stands", arguments: [4, 11, 12, 22, 43, 64, 75, 107, 140])
    func foreign(_ length: Int) {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let good = [UInt8](repeating: UInt8(ascii: "A"), count: length)
        #expect(Base64URL.decode(utf8: good) != nil)
        for position in 0..<length {
            for byte in UInt8.min ... .max where !alphabet.contains(byte) {
                var text = good
                text[position] = byte
                #expect(Base64URL.decode(utf8: text) == nil, "\(byte) at \(position)")
            }
        }
    }

    @Test("bits that no encoder sets are refused at the end of any length", arguments: [2, 3, 14, 15, 42, 43, 74, 75, 106, 107])
    func loose(_ length: Int) {
        for character in "BCDEFGH".utf8 {
            let text = [UInt8](repeating: UInt8(ascii: "A"), count: length - 1) + [character]
            let loose = length % 4 == 2 ? 15 : 3
            #expect((Base64URL.decode(utf8: text) == nil) == (Int(character - UInt8(ascii: "A")) & loose != 0))
        }
    }

    @Test("agrees with Foundation at every length", arguments: 0..<200)
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

    @Test("what every processor does is what this one does", arguments: 0..<200)
    func portable(_ count: Int) {
        let random = SeededRandom(seed: UInt64(count))
        let bytes = random.bytes(count)
        var text = [UInt8](repeating: 0, count: Base64URL.encodedLength(count))
        bytes.withUnsafeBytes { bytes in text.withUnsafeMutableBytes { Base64URL.writePortably(bytes, to: $0) } }
        #expect(Base64URL.encode(bytes).utf8.elementsEqual(text))
        #expect(Self.decodePortably(text) == bytes)
        for position in text.indices {
            var wrong = text
            wrong[position] = random.bytes(1)[0]
            #expect(Self.decodePortably(wrong) == Base64URL.decode(utf8: wrong), "\(wrong[position]) at \(position)")
        }
    }

    private static func decodePortably(_ text: [UInt8]) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
        let isRead = text.withUnsafeBytes { text in bytes.withUnsafeMutableBytes { Base64URL.readPortably(text, to: $0) } }
        return isRead ? bytes : nil
    }
}
