import Primitives
import Testing

@testable import WebPush

/// The example of RFC 8291 §5, with the values of its Appendix A.
@Suite("RFC 8291: message encryption")
struct RFC8291Tests {
    static let content = "When I grow up, I want to be a watermelon"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let senderPublic = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    static let subscriberPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let subscriberPublic = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
    static let message =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    static func pair(_ text: String) throws -> WebPushKeyPair { try WebPushKeyPair(privateKey: Secret(bytes: bytes(text))) }

    static var keys: WebPushKeys { get throws { try WebPushKeys(p256dh: subscriberPublic, auth: auth) } }

    @Test("the key pairs are those of the example")
    func pairs() throws {
        #expect(Base64URL.encode(try Self.pair(Self.senderPrivate).publicKey) == Self.senderPublic)
        #expect(Base64URL.encode(try Self.pair(Self.subscriberPrivate).publicKey) == Self.subscriberPublic)
        #expect(try Self.keys.p256dh == Self.subscriberPublic && Self.keys.auth == Self.auth)
    }

    @Test("the example is sealed to the same bytes")
    func seal() throws {
        let sealed = try WebPush.seal(
            Array(Self.content.utf8), for: Self.keys, padding: 0, sender: Self.pair(Self.senderPrivate), salt: Self.bytes(Self.salt))
        #expect(Base64URL.encode(sealed) == Self.message)
    }

    @Test("the example is opened")
    func open() throws {
        let opened = try WebPush.open(
            Self.bytes(Self.message), with: Self.pair(Self.subscriberPrivate), secret: Secret(bytes: Self.bytes(Self.auth)))
        #expect(String(decoding: opened, as: UTF8.self) == Self.content)
    }

    @Test("whatever is sealed is opened, padded or not", arguments: [(0, 0), (1, 0), (0, 100), (41, 215), (3993, 0), (1, 3992)])
    func roundTrip(_ length: Int, _ padding: Int) throws {
        let content = (0..<length).map { UInt8($0 & 0xFF) }
        let sealed = try WebPush.seal(content, for: Self.keys, padding: padding, random: SeededRandom(seed: UInt64(length)))
        #expect(sealed.count == 86 + length + padding + 17 && sealed.count <= WebPush.longestMessage)
        let opened = try WebPush.open(sealed, with: Self.pair(Self.subscriberPrivate), secret: Self.keys.secret)
        #expect(opened == content)
    }

    @Test("two messages share neither key nor salt")
    func fresh() throws {
        let random = SeededRandom(seed: 5)
        let first = try WebPush.seal([1], for: Self.keys, random: random)
        let second = try WebPush.seal([1], for: Self.keys, random: random)
        #expect(first[..<16] != second[..<16] && first[21..<86] != second[21..<86])
    }

    @Test("more than 4096 bytes are refused, of either side", arguments: [(3994, 0), (3993, 1), (5000, 0)])
    func tooLarge(_ length: Int, _ padding: Int) throws {
        let content = [UInt8](repeating: 1, count: length)
        #expect(throws: WebPushError(.tooLarge, "")) {
            try WebPush.seal(content, for: Self.keys, padding: padding, random: SeededRandom(seed: 1))
        }
        #expect(throws: WebPushError(.tooLarge, "")) {
            try WebPush.open([UInt8](repeating: 1, count: 4097), with: Self.pair(Self.subscriberPrivate), secret: Self.keys.secret)
        }
    }

    @Test("a message with any bit turned is refused")
    func falsified() throws {
        let (pair, secret) = (try Self.pair(Self.subscriberPrivate), try Self.keys.secret)
        for index in try Self.bytes(Self.message).indices where !(16..<20).contains(index) {
            var message = try Self.bytes(Self.message)
            message[index] ^= 1
            #expect(throws: WebPushError.self) { try WebPush.open(message, with: pair, secret: secret) }
        }
    }

    @Test("a message cut off anywhere, or for another, is refused")
    func foreign() throws {
        let (pair, secret) = (try Self.pair(Self.subscriberPrivate), try Self.keys.secret)
        let message = try Self.bytes(Self.message)
        for length in message.indices {
            #expect(throws: WebPushError.self) { try WebPush.open(Array(message[..<length]), with: pair, secret: secret) }
        }
        #expect(throws: WebPushError(.notAuthentic, "")) {
            try WebPush.open(message, with: Self.pair(Self.senderPrivate), secret: secret)
        }
        #expect(throws: WebPushError(.notAuthentic, "")) {
            try WebPush.open(message, with: pair, secret: Secret(bytes: [UInt8](repeating: 0, count: 16)))
        }
    }

    @Test("several records are refused (§4), and a record size that none has")
    func records() throws {
        let (pair, secret) = (try Self.pair(Self.subscriberPrivate), try Self.keys.secret)
        for size in [0, 17, 30] as [UInt8] {
            var message = try Self.bytes(Self.message)
            message.replaceSubrange(16..<20, with: [0, 0, 0, size])
            #expect(throws: WebPushError(.malformed, "")) { try WebPush.open(message, with: pair, secret: secret) }
        }
    }

    @Test(
        "keys that are none",
        arguments: [
            ("", auth), (String(subscriberPublic.dropLast()), auth), ("A" + subscriberPublic.dropFirst(), auth),
            (subscriberPublic, ""), (subscriberPublic, "AAAA"), (subscriberPublic, "!!!"),
            (String(subscriberPublic.dropLast(2)) + "AA", auth),
        ])
    func keys(_ key: String, _ auth: String) {
        #expect(throws: WebPushError(.invalidKeys, "")) { try WebPushKeys(p256dh: key, auth: auth) }
    }

    @Test("padded base64url is taken, as some libraries write it")
    func padded() throws { #expect(try WebPushKeys(p256dh: Self.subscriberPublic + "=", auth: Self.auth + "==") == Self.keys) }
}
