import Primitives

/// Formats the fields of the documented licence object. Each function leaves what it has formatted as it is.
enum LicenceFieldFormat {
    static func formatted(_ value: String, as field: LicenceField, country: String) -> String {
        switch field {
        case .firstName, .lastName: NameCase.titled(value)
        case .middleName: isPlaceholder(value) ? "" : NameCase.titled(value.replacing(",", with: " "))
        case .addressCity: NameCase.titled(value)
        case .addressStreet: value
        case .addressState, .idNumber: String(own: value.utf8.map(capital))
        case .addressZip: LicencePostalCode(value)?.text ?? value
        case .country: ["CDN", "cdn"].contains { $0 == value } ? "CAN" : String(own: value.utf8.map(capital))
        case .issueDate, .expirationDate, .birthDate: date(value)
        case .gender: gender(value)
        case .height: LicenceHeightText(value)?.height.formatted ?? value
        case .weight: weight(value)
        case .eyeColor: LicenceColour.code(value, of: LicenceColour.eyes).flatMap { LicenceColour.eyes[$0.code] } ?? value
        case .hairColor: LicenceColour.code(value, of: LicenceColour.hair).flatMap { LicenceColour.hair[$0.code] } ?? value
        }
    }

    private static func isPlaceholder(_ value: String) -> Bool { value.utf8.elementsEqual("NONE".utf8) }

    private static func date(_ value: String) -> String { LicenceDate(value)?.date?.description ?? value }

    private static func gender(_ value: String) -> String {
        switch value {
        case "1", "M", "m": "Male"
        case "2", "F", "f": "Female"
        case "9", "0", "X", "x": "Not specified"
        default: value
        }
    }

    /// One digit is a range, more are pounds unless they have a unit.
    private static func weight(_ value: String) -> String {
        if value.utf8.count == 1, let range = Int(decimal: value) { return LicenceWeight.range(range).formatted }
        guard let read = LicenceWeightText(value) else { return value }
        return (read.unit == "kg" ? LicenceWeight.kilograms(read.number) : .pounds(read.number)).formatted
    }
}
