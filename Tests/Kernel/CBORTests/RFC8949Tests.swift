import CBOR
import Testing

/// RFC 8949 Appendix A: the item, its bytes, and whether these are the deterministic form.
@Suite("RFC 8949 Appendix A")
struct RFC8949Tests {
    struct Example: Sendable, CustomTestStringConvertible {
        let bytes: String
        let value: CBORValue
        var testDescription: String { bytes }
    }

    static let numbers: [Example] = [
        Example(bytes: "00", value: 0), Example(bytes: "01", value: 1), Example(bytes: "0a", value: 10), Example(bytes: "17", value: 23),
        Example(bytes: "1818", value: 24), Example(bytes: "1819", value: 25), Example(bytes: "1864", value: 100),
        Example(bytes: "1903e8", value: 1000), Example(bytes: "1a000f4240", value: 1_000_000),
        Example(bytes: "1b000000e8d4a51000", value: 1_000_000_000_000), Example(bytes: "1bffffffffffffffff", value: .unsigned(.max)),
        Example(bytes: "c249010000000000000000", value: .tagged(2, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
        Example(bytes: "3bffffffffffffffff", value: .negative(.max)),
        Example(bytes: "c349010000000000000000", value: .tagged(3, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
        Example(bytes: "20", value: -1), Example(bytes: "29", value: -10), Example(bytes: "3863", value: -100),
        Example(bytes: "3903e7", value: -1000),
    ]

    static let floats: [Example] = [
        Example(bytes: "f90000", value: .float(0)), Example(bytes: "f98000", value: .float(-0.0)),
        Example(bytes: "f93c00", value: .float(1)),
        Example(bytes: "fb3ff199999999999a", value: .float(1.1)), Example(bytes: "f93e00", value: .float(1.5)),
        Example(bytes: "f97bff", value: .float(65504)), Example(bytes: "fa47c35000", value: .float(100_000)),
        Example(bytes: "fa7f7fffff", value: .float(3.4028234663852886e+38)), Example(bytes: "fb7e37e43c8800759c", value: .float(1.0e+300)),
        Example(bytes: "f90001", value: .float(5.960464477539063e-8)), Example(bytes: "f90400", value: .float(0.00006103515625)),
        Example(bytes: "f9c400", value: .float(-4)), Example(bytes: "fbc010666666666666", value: .float(-4.1)),
        Example(bytes: "f97c00", value: .float(.infinity)), Example(bytes: "f9fc00", value: .float(-.infinity)),
    ]

    static let others: [Example] = [
        Example(bytes: "f4", value: false), Example(bytes: "f5", value: true), Example(bytes: "f6", value: .null),
        Example(bytes: "f7", value: .undefined), Example(bytes: "f0", value: .simple(16)), Example(bytes: "f8ff", value: .simple(255)),
        Example(bytes: "c074323031332d30332d32315432303a30343a30305a", value: .tagged(0, "2013-03-21T20:04:00Z")),
        Example(bytes: "c11a514b67b0", value: .tagged(1, 1_363_896_240)),
        Example(bytes: "c1fb41d452d9ec200000", value: .tagged(1, .float(1_363_896_240.5))),
        Example(bytes: "d74401020304", value: .tagged(23, .bytes([1, 2, 3, 4]))),
        Example(bytes: "d818456449455446", value: .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
        Example(bytes: "d82076687474703a2f2f7777772e6578616d706c652e636f6d", value: .tagged(32, "http://www.example.com")),
        Example(bytes: "40", value: .bytes([])), Example(bytes: "4401020304", value: .bytes([1, 2, 3, 4])),
        Example(bytes: "60", value: ""), Example(bytes: "6161", value: "a"), Example(bytes: "6449455446", value: "IETF"),
        Example(bytes: "62225c", value: "\"\\"), Example(bytes: "62c3bc", value: "\u{fc}"), Example(bytes: "63e6b0b4", value: "\u{6c34}"),
        Example(bytes: "64f0908591", value: "\u{10151}"),
    ]

    static let collections: [Example] = [
        Example(bytes: "80", value: []), Example(bytes: "83010203", value: [1, 2, 3]),
        Example(bytes: "8301820203820405", value: [1, [2, 3], [4, 5]]),
        Example(bytes: "98190102030405060708090a0b0c0d0e0f101112131415161718181819", value: .array((1...25).map { .integer($0) })),
        Example(bytes: "a0", value: [:]), Example(bytes: "a201020304", value: [1: 2, 3: 4]),
        Example(bytes: "a26161016162820203", value: ["a": 1, "b": [2, 3]]), Example(bytes: "826161a161626163", value: ["a", ["b": "c"]]),
        Example(
            bytes: "a56161614161626142616361436164614461656145", value: ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
    ]

    static let indefinite: [Example] = [
        Example(bytes: "5f42010243030405ff", value: .bytes([1, 2, 3, 4, 5])),
        Example(bytes: "7f657374726561646d696e67ff", value: "streaming"),
        Example(bytes: "9fff", value: []), Example(bytes: "9f018202039f0405ffff", value: [1, [2, 3], [4, 5]]),
        Example(bytes: "9f01820203820405ff", value: [1, [2, 3], [4, 5]]),
        Example(bytes: "83018202039f0405ff", value: [1, [2, 3], [4, 5]]),
        Example(bytes: "83019f0203ff820405", value: [1, [2, 3], [4, 5]]),
        Example(
            bytes: "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", value: .array((1...25).map { .integer($0) })),
        Example(bytes: "bf61610161629f0203ffff", value: ["a": 1, "b": [2, 3]]),
        Example(bytes: "826161bf61626163ff", value: ["a", ["b": "c"]]),
        Example(bytes: "bf6346756ef563416d7421ff", value: ["Fun": true, "Amt": -2]),
    ]

    /// Well-formed, but wider than need be.
    static let wide: [Example] = [
        Example(bytes: "fa7f800000", value: .float(.infinity)), Example(bytes: "faff800000", value: .float(-.infinity)),
        Example(bytes: "fb7ff0000000000000", value: .float(.infinity)), Example(bytes: "fbfff0000000000000", value: .float(-.infinity)),
        Example(bytes: "1817", value: 23), Example(bytes: "1900ff", value: 255), Example(bytes: "1a0000ffff", value: 65535),
        Example(bytes: "1b00000000ffffffff", value: 4_294_967_295), Example(bytes: "5801ff", value: .bytes([255])),
        Example(bytes: "fa3f800000", value: .float(1)), Example(bytes: "a203040102", value: [1: 2, 3: 4]),
        Example(bytes: "a220010102", value: [1: 2, -1: 1]), Example(bytes: "a262616101616202", value: ["aa": 1, "b": 2]),
    ]

    @Test("an example is read in each form, and written to the same bytes", arguments: numbers + floats + others + collections)
    func deterministic(_ example: Example) throws {
        let bytes = try hex(example.bytes)
        for form in [CBORForm.wellFormed, .definite, .deterministic] {
            #expect(try CBORValue(decoding: bytes, form: form) == example.value)
        }
        #expect(example.value.encoded == bytes)
    }

    @Test("an indefinite length is read where it is asked for, and refused otherwise", arguments: indefinite)
    func indefiniteLengths(_ example: Example) throws {
        let bytes = try hex(example.bytes)
        #expect(try CBORValue(decoding: bytes, form: .wellFormed) == example.value)
        for form in [CBORForm.definite, .deterministic] {
            #expect(throws: CBORError(.indefiniteLength, "")) { try CBORValue(decoding: bytes, form: form) }
        }
    }

    @Test("what is wider than need be or out of order is read, and not called deterministic", arguments: wide)
    func wider(_ example: Example) throws {
        let bytes = try hex(example.bytes)
        #expect(try CBORValue(decoding: bytes) == example.value)
        #expect(throws: CBORError(.notDeterministic, "")) { try CBORValue(decoding: bytes, form: .deterministic) }
        #expect(try CBORValue(decoding: example.value.encoded, form: .deterministic) == example.value)
    }

    @Test("of not a number there is one deterministic form", arguments: ["f97e01", "f97c01", "f9fe00", "fa7fc00001", "fb7ff8000000000001"])
    func payload(_ text: String) throws {
        #expect(try CBORValue(decoding: hex(text), form: .definite).encoded == hex("f97e00"))
        #expect(throws: CBORError(.notDeterministic, "")) { try CBORValue(decoding: hex(text), form: .deterministic) }
    }

    @Test("not a number is read in each width, and written in one", arguments: ["f97e00", "fa7fc00000", "fb7ff8000000000000"])
    func notANumber(_ bytes: String) throws {
        let value = try CBORValue(decoding: hex(bytes))
        guard case .float(let number) = value else { throw NotHex() }
        #expect(number.isNaN)
        #expect(try value.encoded == hex("f97e00"))
    }
}
