import Primitives

/// The truncation of a MAC to digits (RFC 4226 §5.3).
enum Truncation {
    /// The numbers of digits that a code may have. Ten carry little more than nine: there are 31 bits.
    static let digits = 4...10

    /// 31 bits of a MAC, taken where its last byte says.
    static func number(of mac: UnsafeRawBufferPointer) -> UInt32 {
        let offset = Int(mac[mac.count - 1] & 0x0F)
        return UInt32(bigEndian: mac.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) & 0x7FFF_FFFF
    }

    /// The last `digits` decimal digits of a number.
    static func code(of number: UInt32, digits: Int) -> String {
        String(unsafeUninitializedCapacity: digits) { text in
            var rest = number
            for index in (0..<digits).reversed() {
                text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return digits
        }
    }

    /// The last `digits` decimal digits of a MAC's number.
    static func code(of mac: [UInt8], digits: Int) -> String {
        code(of: mac.withUnsafeBytes { number(of: $0) }, digits: digits)
    }

    /// The number that so many digits say; nil when the text is anything else.
    static func number(_ text: String, digits: Int) -> UInt64? {
        guard text.utf8.count == digits else { return nil }
        var number: UInt64 = 0
        for digit in text.utf8 {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - 0x30)
        }
        return number
    }

    /// 10 to the power of a code's digits: what its number is taken modulo of.
    static func modulus(_ digits: Int) -> UInt64 { (0..<digits).reduce(1) { product, _ in product * 10 } }

    static func check(_ digits: Int) throws(OneTimePasswordError) {
        guard Self.digits.contains(digits) else {
            throw OneTimePasswordError(
                .outOfRange, "a code of \(digits) digits; it has \(Self.digits.lowerBound) to \(Self.digits.upperBound)")
        }
    }
}
/// A number in eight bytes, the most significant first.
func bigEndianBytes(_ number: UInt64) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

/// A code as a user typed it, without the spaces and hyphens that people put between its groups.
public func oneTimeCode(typed text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "-" }))
}
