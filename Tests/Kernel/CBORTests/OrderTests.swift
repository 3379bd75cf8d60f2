import CBOR
import Primitives
import Testing

/// CTAP 2.1 §8 puts keys in the order of major type, length and bytes. This is written here once more, as that text has it.
@Suite("The order of keys")
struct OrderTests {
    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left[0] >> 5 != right[0] >> 5 { return left[0] >> 5 < right[0] >> 5 }
        if left.count != right.count { return left.count < right.count }
        return left.lexicographicallyPrecedes(right)
    }

    private static func key(_ random: some RandomSource) -> CBORKey {
        let dice = random.bytes(4)
        let length = Int(dice[1] % 40)
        switch dice[0] % 4 {
        case 0: return .integer(Int(dice[1]) << Int(dice[2] % 40))
        case 1: return .integer(-1 - Int(dice[1]) << Int(dice[2] % 40))
        case 2: return .bytes(random.bytes(length))
        default: return .text(String(random.bytes(length).map { Character(UnicodeScalar($0 & 0x7F)) }))
        }
    }

    @Test("what is written is CTAP2's canonical form as well", arguments: 0..<50)
    func canonical(_ seed: UInt64) throws {
        let random = SeededRandom(seed: seed)
        let keys = Set((0..<60).map { _ in Self.key(random) })
        let map = CBORValue.map(Dictionary(uniqueKeysWithValues: keys.map { ($0, 0) }))
        let ordered: [[UInt8]] = keys.map(\.value.encoded).sorted(by: Self.precedes)
        let expected: [UInt8] = ordered.flatMap { $0 + [0] }
        let head: [UInt8] = keys.count < 24 ? [0xA0 | UInt8(keys.count)] : [0xB8, UInt8(keys.count)]
        #expect(map.encoded == head + expected)
        #expect(try CBORValue(decoding: map.encoded, form: .deterministic) == map)
    }

    @Test("the example of RFC 8949 §4.2.1", arguments: [["0a", "1864", "20", "617a", "626161"]])
    func example(_ order: [String]) throws {
        let map: CBORValue = ["aa": 0, "z": 0, 100: 0, 10: 0, -1: 0]
        #expect(map.encoded == [0xA5] + (try order.flatMap { (key: String) -> [UInt8] in try hex(key) + [0] }))
    }
}
