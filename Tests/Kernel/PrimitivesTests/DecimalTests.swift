import Primitives
import Testing

@Suite("Numbers of a format")
struct DecimalTests {
    @Test(
        "digits and nothing else",
        arguments: ["+6", "-6", "-0", "", " 6", "6 ", "0x6", "6.0", "1e3", "\u{661}", "1\u{301}", "6\0", "99999999999999999999"])
    func refused(_ text: String) { #expect(Int(decimal: text) == nil && Int(decimal: text.utf8, leadingZeros: true) == nil) }

    @Test("a range, and leading zeros where they are allowed")
    func range() {
        #expect(Int(decimal: "0") == 0 && Int(decimal: "32", in: 0...32) == 32 && Int(decimal: "33", in: 0...32) == nil)
        #expect(Int(decimal: "08") == nil && Int(decimal: "00") == nil && Int(decimal: "08", leadingZeros: true) == 8)
        #expect(UInt8(decimal: "255") == 255 && UInt8(decimal: "256") == nil)
        #expect(Int8(signedDecimal: "-128") == -128 && Int8(signedDecimal: "-129") == nil && Int8(signedDecimal: "127") == 127)
        #expect(Int8(signedDecimal: "-0") == nil && Int8(signedDecimal: "--1") == nil && Int8(signedDecimal: "-") == nil)
        #expect(UInt16(hexadecimal: "fF".utf8, of: 1...4) == 255 && UInt16(hexadecimal: "10000".utf8, of: 1...4) == nil)
        #expect(UInt8(hexadecimal: "+1".utf8, of: 2...2) == nil && UInt8(hexadecimal: "1".utf8, of: 2...2) == nil)
    }

    @Test("the readers of the standard library's name take no plus sign either")
    func replaced() {
        let (plus, minus) = ("+6", "-6")
        let read = (Int(plus), Int(plus[...]), UInt8(plus, radix: 16), [plus].compactMap(Int.init), Int64(minus), UInt8(minus), Int("06"))
        #expect(read.0 == nil && read.1 == nil && read.2 == nil && read.3.isEmpty && read.4 == -6 && read.5 == nil && read.6 == 6)
        #expect(
            Int8("-128") == -128 && Int8("128") == nil && Int("") == nil && Int("-") == nil && UInt64("ffffffffffffffff", radix: 16) == .max
        )
    }

    @Test(
        "ranges of addresses: prefixes in digits, addresses whole",
        arguments: [
            "192.0.2.0/+8", "192.0.2.0/08", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0\0", "192.0.2.0\0/24", "::1\0", "2001:db8::/129",
            "::ffff:192.0.2.0/95", "192.0.2.0/120", "192.0.2.0/24/24",
        ])
    func ranges(_ text: String) { #expect(AddressRange(text) == nil) }

    @Test("an IPv4 range may be written as one of IPv6")
    func mapped() throws {
        let range = try #require(AddressRange("::ffff:192.0.2.7/120"))
        #expect(range.contains("192.0.2.200") && range.contains("::ffff:192.0.2.1") && !range.contains("192.0.3.7"))
        #expect(AddressRange("::ffff:192.0.2.7")?.contains("192.0.2.7") == true)
    }
}
