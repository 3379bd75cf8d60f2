/// A weight as a licence gives it.
public enum LicenceWeight: Sendable, Hashable {
    /// In pounds.
    case pounds(Int)
    /// In kilograms.
    case kilograms(Int)
    /// One of the ten ranges of the element `DCE`, 0-9.
    case range(Int)

    /// The bounds of the ranges in pounds: the first number of each range after the first.
    private static let firstPounds = [71, 101, 131, 161, 191, 221, 251, 281, 321]

    /// The pounds of a range; nil at an end that is open.
    static func pounds(ofRange range: Int) -> (least: Int?, most: Int?) {
        (range > 0 ? firstPounds[range - 1] : nil, range < 9 ? firstPounds[range] - 1 : nil)
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
