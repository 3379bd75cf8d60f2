/// A format of the machine readable zone (Doc 9303-4 to 9303-7).
public enum ZoneFormat: String, Sendable, Hashable, CaseIterable {
    /// Cards of the size of a bank card: three lines of 30 characters.
    case td1 = "TD1"
    /// Larger cards: two lines of 36.
    case td2 = "TD2"
    /// Passports: two lines of 44.
    case td3 = "TD3"
    /// Visas of a passport's width: two lines of 44. There is no composite check digit.
    case mrvA = "MRV-A"
    /// Smaller visas: two lines of 36. There is no composite check digit.
    case mrvB = "MRV-B"

    /// The number of lines.
    public var lines: Int { self == .td1 ? 3 : 2 }

    /// The number of characters of each line.
    public var columns: Int {
        switch self {
        case .td1: 30
        case .td2, .mrvB: 36
        case .td3, .mrvA: 44
        }
    }

    /// The letters with which the document code begins.
    public var firstLetters: ZoneCharacterSet {
        switch self {
        case .td1, .td2: .of("ACI")
        case .td3: .of("P")
        case .mrvA, .mrvB: .of("V")
        }
    }

    /// The fields, in the order of their cells.
    public var fields: [ZoneFieldLayout] { Self.layouts[self]?.fields ?? [] }

    /// The check digits, in the order of their cells; the composite is the last one.
    public var checks: [ZoneCheck] { Self.layouts[self]?.checks ?? [] }

    /// The composite check digit; nil for visas, which have none.
    public var composite: ZoneCheck? { checks.first { $0.subject == .composite } }

    /// The characters that each cell may hold, by line and column.
    public var characters: [[ZoneCharacterSet]] { Self.layouts[self]?.characters ?? [] }

    /// The place of a field; nil where the format doesn't have it.
    public func layout(of field: ZoneField) -> ZoneFieldLayout? { fields.first { $0.field == field } }

    /// The check digit over a field; nil where the format has none.
    public func check(of field: ZoneField) -> ZoneCheck? { checks.first { $0.field == field } }

    /// The field in which a document number of over nine characters continues, with its check digit behind it; nil where the number has
    /// nine.
    public var continuation: ZoneFieldLayout? { self == .td1 || self == .td2 ? layout(of: .optionalData) : nil }
}
