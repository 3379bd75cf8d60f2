/// The mark that tells whether a name on the card is cut off (elements `DDE`, `DDF`, `DDG`).
public enum LicenceTruncation: String, Sendable, Hashable, CaseIterable {
    /// The name is cut off.
    case truncated = "T"
    /// The name is whole.
    case whole = "N"
    /// The issuer doesn't know.
    case unknown = "U"
}

/// The compliance of a card with the REAL ID Act (element `DDA`).
public enum LicenceCompliance: String, Sendable, Hashable, CaseIterable {
    /// Fully compliant.
    case full = "F"
    /// Materially compliant.
    case material = "M"
    /// Not compliant.
    case none = "N"
}

/// The kind of card that a payload's first subfile tells.
public enum LicenceKind: String, Sendable, Hashable, CaseIterable {
    /// A driver licence.
    case driverLicence = "DL"
    /// An identification card.
    case identificationCard = "ID"
    /// An enhanced driver licence or identification card, with which the border to the United States may be crossed.
    case enhanced = "EN"
}
