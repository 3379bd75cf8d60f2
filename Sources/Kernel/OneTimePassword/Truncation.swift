/// How a MAC becomes digits (RFC 4226 §5.3).
enum Truncation {
    /// How many digits a code may have. Ten carry little more than nine: there are 31 bits.
    static let digits = 4...10

    /// The last `digits` decimal digits of 31 bits of a MAC, taken where its last byte says.
    static func code(of mac: [UInt8], digits: Int) -> String {
        let offset = Int(mac[mac.count - 1] & 0x0F)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number)
        return text.count >= digits ? String(text.suffix(digits)) : String(repeating: "0", count: digits - text.count) + text
    }

    static func check(_ digits: Int) throws(OneTimePasswordError) {
        guard Self.digits.contains(digits) else {
            throw OneTimePasswordError(
                .outOfRange, "a code of \(digits) digits; it has \(Self.digits.lowerBound) to \(Self.digits.upperBound)")
        }
    }
}

/// A number in eight bytes, the most significant first.
func bigEndianBytes(_ number: UInt64) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

/// A code as somebody typed it, without the spaces and hyphens that people put between its groups.
public func oneTimeCode(typed text: some StringProtocol) -> String {
    String(text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace && $0 != "-" }.map(Character.init))
}
