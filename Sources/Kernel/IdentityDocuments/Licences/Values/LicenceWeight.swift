import Primitives

/// A weight as a licence gives it.
public enum LicenceWeight: Sendable, Hashable {
    /// Pounds.
    case pounds(Int)
    /// Kilograms.
    case kilograms(Int)
    /// One of the ten ranges of the element `DCE`, 0-9.
    case range(Int)

    /// The first number of each range after the first, in pounds and in kilograms.
    private static let firstPounds = [71, 101, 131, 161, 191, 221, 251, 281, 321]
    private static let firstKilograms = [32, 46, 60, 71, 87, 101, 114, 128, 146]

    /// The pounds of a range; nil at an end that is open.
    static func pounds(ofRange range: Int) -> (least: Int?, most: Int?) {
        (range > 0 ? firstPounds[range - 1] : nil, range < 9 ? firstPounds[range] - 1 : nil)
    }

    /// The range of the element `DCE`, 0-9.
    var range: Int {
        switch self {
        case .pounds(let number): Self.firstPounds.count { $0 <= number }
        case .kilograms(let number): Self.firstKilograms.count { $0 <= number }
        case .range(let range): range
        }
    }

    /// The weight as a reader expects it: `165 lb`, `75 kg`, `161–190 lb`.
    public var formatted: String {
        switch self {
        case .pounds(let number): return "\(number) lb"
        case .kilograms(let number): return "\(number) kg"
        case .range(let range):
            switch Self.pounds(ofRange: min(max(range, 0), 9)) {
            case (nil, let most?): return "≤ \(most) lb"
            case (let least?, let most?): return "\(least)–\(most) lb"
            case (let least?, nil): return "> \(least - 1) lb"
            case (nil, nil): return ""
            }
        }
    }
}
