/// A height as a licence gives it.
public enum LicenceHeight: Sendable, Hashable {
    /// In inches, 48-96.
    case inches(Int)
    /// In centimetres, 120-245.
    case centimetres(Int)

    /// A height in inches; nil for one that no adult has.
    static func inches(possible number: Int) -> LicenceHeight? { 48...96 ~= number ? .inches(number) : nil }

    /// A height in centimetres; nil for one that no adult has.
    static func centimetres(possible number: Int) -> LicenceHeight? { 120...245 ~= number ? .centimetres(number) : nil }

    /// The whole centimetres that are nearest; an inch has 2.54.
    public var nearestCentimetres: Int {
        switch self {
        case .inches(let number): (number * 254 + 50) / 100
        case .centimetres(let number): number
        }
    }

    /// The height as a reader expects it: `5' 9"`, `175 cm`.
    public var formatted: String {
        switch self {
        case .inches(let number): "\(number / 12)' \(number % 12)\""
        case .centimetres(let number): "\(number) cm"
        }
    }
}
