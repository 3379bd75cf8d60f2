import Primitives

/// A weight as a licence has it: digits, perhaps with a unit.
struct LicenceWeightText {
    let number: Int
    /// `lb` or `kg`; nil where there is none.
    let unit: String?

    /// Reads a weight of 1 to 999; nil for none.
    init?(_ text: String) {
        guard text.utf8.count <= 12 else { return nil }
        let bytes = text.utf8.map(capital).filter { $0 != 0x20 }
        let digits = bytes.prefix { 0x30...0x39 ~= $0 }
        guard let number = Int(decimal: digits, in: 1...999, leadingZeros: true) else { return nil }
        self.number = number
        switch String(own: bytes.dropFirst(digits.count)) {
        case "": unit = nil
        case "KG", "KGS": unit = "kg"
        case "LB", "LBS": unit = "lb"
        default: return nil
        }
    }
}
