import Crypto
import DeviceMessages
import Foundation
import Primitives
import Testing
import WalletMessages

@Suite("Stamps")
struct StampTests {
    private static let service = "id.example.com/wallets/alpha"
    /// Made once: a key takes longer than all tests.
    private static let signer = Result { try StampSigner.generate() }

    private let signer: StampSigner

    init() throws { signer = try Self.signer.get() }

    private func stamps(_ count: Int = 1, seed: UInt64 = 1) throws -> [Stamp] {
        let pending = try PendingStamps(count, key: signer.key, service: Self.service, random: SeededRandom(seed: seed))
        let order = try StampOrder(json: JSONValue(parsing: pending.order.json.text))
        let grant = StampGrant(signatures: order.blinded.compactMap { signer.sign($0) }, left: 5)
        return try pending.stamps(try StampGrant(json: JSONValue(parsing: grant.json.text)))
    }

    @Test("stamps that were signed blindly are good, for one service, and none is what was signed")
    func good() throws {
        let pending = try PendingStamps(2, key: signer.key, service: Self.service, random: SeededRandom(seed: 2))
        let signed = pending.order.blinded.compactMap { signer.sign($0) }
        let stamps = try pending.stamps(StampGrant(signatures: signed, left: 0))
        #expect(stamps.count == 2 && Set(stamps.map(\.nonce)).count == 2)
        for stamp in stamps {
            #expect(signer.key.accepts(stamp, of: Self.service))
            #expect(!signer.key.accepts(stamp, of: Self.service + "x"))
            #expect(!signed.contains(stamp.signature))
        }
    }

    @Test("header fields carry several, and only exact ones are read")
    func texts() throws {
        let stamps = try stamps(3)
        let texts = stamps.map(\.text)
        #expect(Stamp.all(in: [texts.joined(separator: ", ")]) == stamps)
        #expect(Stamp.all(in: [texts[0], "\(texts[1]),\(texts[2])"]) == stamps)
        #expect(Stamp.all(in: []) == [])
        for wrong in ["", texts[0] + "A", String(texts[0].dropLast()), texts[0] + ",", "AAAB" + texts[0].dropFirst(4)] {
            #expect(Stamp.all(in: [wrong]) == nil, "\(wrong.utf8.count)")
        }
    }

    @Test("a changed byte anywhere in a stamp makes it none", arguments: [2, 40, 70, 100, 353])
    func changed(at index: Int) throws {
        var bytes = try #require(Base64URL.decode(try stamps()[0].text))
        bytes[index] ^= 1
        let stamp = try #require(Stamp(Base64URL.encode(bytes)))
        #expect(!signer.key.accepts(stamp, of: Self.service))
    }

    @Test("the key is written as RFC 9578 has it, and read in no other form")
    func keys() throws {
        let encoded = signer.key.encoded
        #expect(encoded.count == 342 && StampKey(encoded) == signer.key && signer.key.id == Array(SHA256.hash(data: encoded)))
        for index in [0, 20, 70, 76, 341] {
            var other = encoded
            other[index] ^= 1
            #expect(StampKey(other) == nil, "\(index)")
        }
        #expect(StampKey(encoded + [0]) == nil && StampKey([]) == nil)
        let again = try StampSigner(encoded: signer.encoded)
        #expect(again.key == signer.key)
    }

    @Test("an answer of another order, or by another key, gives no stamps")
    func foreignAnswers() throws {
        let pending = try PendingStamps(1, key: signer.key, service: Self.service, random: SeededRandom(seed: 3))
        let other = try PendingStamps(1, key: signer.key, service: Self.service, random: SeededRandom(seed: 4))
        let foreign = other.order.blinded.compactMap { signer.sign($0) }
        #expect(throws: DeviceError(.malformed, "")) { try pending.stamps(StampGrant(signatures: foreign, left: 0)) }
        #expect(throws: DeviceError(.malformed, "")) { try pending.stamps(StampGrant(signatures: [], left: 0)) }
        let ownKey = try StampSigner.generate()
        let byOther = pending.order.blinded.compactMap { ownKey.sign($0) }
        #expect(throws: DeviceError(.malformed, "")) { try pending.stamps(StampGrant(signatures: byOther, left: 0)) }
    }

    @Test("orders are of 1 to 64 messages of the key's length")
    func orders() {
        let one = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: 256)))
        let key = JSONValue.string(Base64URL.encode([UInt8](repeating: 2, count: 32)))
        #expect(throws: Never.self) { try StampOrder(json: ["key": key, "blinded": .array(Array(repeating: one, count: 64))]) }
        let wrong: [JSONValue] = [
            .array([]), .array(Array(repeating: one, count: 65)), .array([one, "AAAA"]), .array([one, 1]), one, .null,
        ]
        for blinded in wrong {
            #expect(throws: DeviceError(.malformed, "")) { try StampOrder(json: ["key": key, "blinded": blinded]) }
        }
        #expect(throws: DeviceError(.malformed, "")) { try StampOrder(json: ["key": "AAAA", "blinded": .array([one])]) }
    }

    @Test("one stamp pays for each begun MiB", arguments: [(0, 1), (1, 1), (1 << 20, 1), (1 << 20 + 1, 2), (18_657_735, 18)])
    func price(bytes: Int, stamps: Int) { #expect(MailLimits.stamps(for: bytes) == stamps) }
}
