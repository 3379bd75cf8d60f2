import CBOR
import Primitives
import Testing

@Suite("CBOR that is refused")
struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: String
        let code: CBORError.Code
        var form = CBORForm.wellFormed
        var testDescription: String { "\(bytes): \(code)" }
    }

    /// RFC 8949 Appendix F.1 names these groups; each has examples of the appendix.
    static let notWellFormed: [Case] =
        [
            "", "18", "19", "1a", "1b", "1901", "1a0102", "1b01020304050607", "38", "58", "78", "98", "9a01ff00", "b8", "d8", "f8", "f900",
            "fa0000", "fb000000", "41", "61", "5affffffff00", "5bffffffffffffffff010203", "7affffffff00", "7b7fffffffffffffff010203", "81",
            "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000", "c0", "5f4100", "7f6100", "9f", "9f0102", "bf", "bf01020302",
            "819f", "9f8000", "9f9f9f9f9fffffffff", "9bffffffffffffffff", "bbffffffffffffffff", "9b7fffffffffffffff",
        ].map { Case(bytes: $0, code: .truncated) }
        + [
            "1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e", "9c", "9d", "9e", "bc", "bd", "be", "dc", "dd", "de",
            "fc",
            "fd", "fe", "f800", "f801", "f818", "f81f", "5f00ff", "5f21ff", "5f6100ff", "5f80ff", "5fa0ff", "5fc000ff", "5fe0ff",
            "7f4100ff", "5f5f4100ffff", "7f7f6100ffff", "ff", "81ff", "8200ff", "a1ff", "a1ff00", "a100ff", "a20000ff", "9f81ff", "bf00ff",
            "bf000000ff", "1f", "3f", "df",
        ].map { Case(bytes: $0, code: .notWellFormed) }

    static let others: [Case] = [
        Case(bytes: "0000", code: .trailingBytes), Case(bytes: "f5f5", code: .trailingBytes), Case(bytes: "80ff", code: .trailingBytes),
        Case(bytes: "61ff", code: .invalidText), Case(bytes: "62c080", code: .invalidText), Case(bytes: "63eda080", code: .invalidText),
        // A character that is cut in two by chunks is no text in either (RFC 8949 §3.2.3).
        Case(bytes: "7f61c361bcff", code: .invalidText),
        Case(bytes: "a201020103", code: .duplicateKey), Case(bytes: "a2616101616102", code: .duplicateKey),
        Case(bytes: "a2010218010a", code: .duplicateKey), Case(bytes: "bf01020102ff", code: .duplicateKey),
        Case(bytes: "a201020103", code: .duplicateKey, form: .deterministic),
        Case(bytes: "a18001", code: .unsupportedKey), Case(bytes: "a1f501", code: .unsupportedKey),
        Case(bytes: "a1f93c0001", code: .unsupportedKey), Case(bytes: "a1c00101", code: .unsupportedKey),
        Case(bytes: "a15f4101ff01", code: .indefiniteLength, form: .definite),
    ]

    @Test("each is refused with its reason", arguments: notWellFormed + others)
    func refused(_ example: Case) throws {
        let bytes = try hex(example.bytes)
        #expect(throws: CBORError(example.code, "")) { try CBORValue(decoding: bytes, form: example.form) }
    }

    @Test("each part of a whole item that is cut short is refused")
    func cutShort() throws {
        let whole: CBORValue = ["fmt": "packed", "attStmt": ["alg": -7, "sig": .bytes(.init(repeating: 1, count: 300))], "n": .float(1.1)]
        let bytes = whole.encoded
        for length in 0..<bytes.count {
            #expect(throws: CBORError(.truncated, "")) { try CBORValue(decoding: bytes.prefix(length)) }
        }
    }

    @Test("limits hold at their very value")
    func limits() throws {
        let nested = [UInt8](repeating: 0x81, count: 9) + [0x80]
        #expect(throws: Never.self) { try CBORValue(decoding: nested, limits: CBORLimits(depth: 10)) }
        #expect(throws: CBORError(.tooDeep, "")) { try CBORValue(decoding: nested, limits: CBORLimits(depth: 9)) }
        let wide = CBORValue.array(.init(repeating: 0, count: 20)).encoded
        #expect(throws: Never.self) { try CBORValue(decoding: wide, limits: CBORLimits(bytes: 21, items: 21)) }
        #expect(throws: CBORError(.tooManyItems, "")) { try CBORValue(decoding: wide, limits: CBORLimits(items: 20)) }
        #expect(throws: CBORError(.tooLarge, "")) { try CBORValue(decoding: wide, limits: CBORLimits(bytes: 20)) }
    }

    @Test("tags within tags, and chunks without content, meet the limits too", arguments: [[0xC0], [0x9F], [0xA1, 0x00]] as [[UInt8]])
    func deep(_ unit: [UInt8]) {
        let bytes = [[UInt8]](repeating: unit, count: 20_000).flatMap(\.self)
        #expect(throws: CBORError(.tooDeep, "")) { try CBORValue(decoding: bytes, form: .wellFormed) }
        let chunks: [UInt8] = [0x5F] + [UInt8](repeating: 0x40, count: 20_000) + [0xFF]
        #expect(throws: CBORError(.tooManyItems, "")) { try CBORValue(decoding: chunks, form: .wellFormed) }
    }

    @Test("an item that others follow is read alone")
    func first() throws {
        let (value, length) = try CBORValue.first(in: hex("a10102") + [0x83, 0xFF])
        #expect(value == [1: 2] && length == 3)
    }
}
