/// The parts of the name on a licence. What isn't there is empty.
public struct LicenceName: Sendable, Hashable {
    /// The family name.
    public var family: String
    /// The first name.
    public var first: String
    /// The middle names, separated by blanks.
    public var middle: String
    /// The suffix: `JR`, `III`.
    public var suffix: String
    /// The prefix, in version 01 alone.
    public var prefix: String
    /// Whether the family name is cut off; nil where the card doesn't say.
    public var familyTruncation: LicenceTruncation?
    /// Whether the first name is cut off; nil where the card doesn't say.
    public var firstTruncation: LicenceTruncation?
    /// Whether the middle names are cut off; nil where the card doesn't say.
    public var middleTruncation: LicenceTruncation?

    /// A name of its parts, without marks of truncation.
    public init(family: String = "", first: String = "", middle: String = "", suffix: String = "", prefix: String = "") {
        self.family = family
        self.first = first
        self.middle = middle
        self.suffix = suffix
        self.prefix = prefix
    }

    /// The suffixes that the standards list.
    static let suffixes: Set<String> = [
        "JR", "SR", "1ST", "2ND", "3RD", "4TH", "5TH", "6TH", "7TH", "8TH", "9TH", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX",
    ]
}
