import Primitives

/// A postal code of the United States or of Canada.
struct LicencePostalCode {
    /// The code as its country writes it: `12345`, `12345-6789`, `A1A 1A1`.
    let text: String
    /// Whether it was encoded as the standards say: five or nine digits, or `A1A 1A1`.
    let isStandard: Bool

    /// Reads a code; nil for one of neither country.
    init?(_ value: String) {
        guard value.utf8.count <= 16 else { return nil }
        let bytes = value.utf8.map(capital)
        let digits = bytes.prefix { 0x30...0x39 ~= $0 }
        if digits.count >= 5 {
            // Five digits, then perhaps four more, with a hyphen or not; what else follows is stray.
            let rest = bytes.dropFirst(digits.count)
            let more = digits.count >= 9 ? digits.dropFirst(5).prefix(4) : rest.first == UInt8(ascii: "-") ? rest.dropFirst().prefix(4) : []
            let isKnown = more.count == 4 && more.allSatisfy { 0x30...0x39 ~= $0 } && !more.allSatisfy { $0 == 0x30 }
            text = String(own: digits.prefix(5)) + (isKnown ? "-" + String(own: more) : "")
            isStandard = rest.isEmpty && [5, 9].contains(digits.count)
            return
        }
        let signs = bytes.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }
        guard signs.count == 6, signs.enumerated().allSatisfy({ ($0.offset % 2 == 0 ? 0x41...0x5A : 0x30...0x39) ~= $0.element }) else {
            return nil
        }
        text = String(own: signs[..<3]) + " " + String(own: signs[3...])
        isStandard = text == value
    }
}
