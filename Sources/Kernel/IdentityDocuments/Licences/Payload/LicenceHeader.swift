/// The header of a payload: who issued it, by which version of the standard.
public struct LicenceHeader: Sendable, Hashable {
    /// The issuer identification number, six digits; nil when it can't be read.
    public let issuerNumber: Int?
    /// The version of the AAMVA standard, 0-99.
    public let version: Int
    /// The issuer's own version, two characters; nil in version 01 and before.
    public let jurisdictionVersion: String?
    /// The number of subfiles that the header names; nil when it can't be read.
    public let entries: Int?

    /// The latest version that this module knows. Later ones are read as this one.
    public static let latestVersion = 11

    /// The issuer; nil for a number that isn't in the list.
    public var issuer: LicenceIssuer? { issuerNumber.flatMap(LicenceIssuer.init(number:)) }
}
