import Primitives

/// A height as a licence has it: `072 in`, `181 cm`, `509` for 5 feet 9 inches; or in a form that occurs: `70 IN`, `5'-09"`, `175`.
struct LicenceHeightText {
    enum Form { case standard, feetAndInches, other }

    let height: LicenceHeight
    let form: Form
    /// Whether the number is possible in the other unit alone.
    let isOtherUnit: Bool

    private init?(_ height: LicenceHeight?, _ form: Form, isOtherUnit: Bool = false) {
        guard let height else { return nil }
        self.height = height
        self.form = form
        self.isOtherUnit = isOtherUnit
    }

    /// Reads a height; nil for none that an adult has.
    init?(_ text: String) {
        guard text.utf8.count <= 16 else { return nil }
        let bytes = text.utf8.map(capital).filter { $0 != 0x20 }
        let numbers = bytes.split { !(0x30...0x39 ~= $0) }.compactMap { Int(decimal: $0, in: 0...999, leadingZeros: true) }
        let unit = bytes.drop { 0x30...0x39 ~= $0 }
        if numbers.count == 2, bytes.count > unit.count, bytes.contains(UInt8(ascii: "'")) {
            self.init(Self.feet(numbers[0], numbers[1]), .other)
        } else if numbers.count == 1, unit.isEmpty {
            let feet = bytes.count == 3 ? Self.feet(numbers[0] / 100, numbers[0] % 100) : nil
            let height = feet ?? .inches(possible: numbers[0]) ?? .centimetres(possible: numbers[0])
            self.init(height, feet == nil ? .other : .feetAndInches)
        } else if numbers.count == 1 {
            self.init(numbers[0], unit: unit, form: Self.isStandard(text) ? .standard : .other)
        } else {
            return nil
        }
    }

    private init?(_ number: Int, unit: ArraySlice<UInt8>, form: Form) {
        let (inches, centimetres) = (LicenceHeight.inches(possible: number), LicenceHeight.centimetres(possible: number))
        if unit.elementsEqual("IN".utf8) || unit.elementsEqual("\"".utf8) {
            self.init(inches ?? centimetres, form, isOtherUnit: inches == nil)
        } else if unit.elementsEqual("CM".utf8) {
            self.init(centimetres ?? inches, form, isOtherUnit: centimetres == nil)
        } else {
            return nil
        }
    }

    /// Whether a text is three digits, a blank and a unit of two letters.
    private static func isStandard(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 6 && bytes[..<3].allSatisfy { 0x30...0x39 ~= $0 } && bytes[3] == 0x20
    }

    private static func feet(_ feet: Int, _ inches: Int) -> LicenceHeight? {
        4...8 ~= feet && inches < 12 ? .inches(possible: feet * 12 + inches) : nil
    }
}
