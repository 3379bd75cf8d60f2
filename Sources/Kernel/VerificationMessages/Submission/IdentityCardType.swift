import Primitives

/// The kind of a card that is submitted, by the documented words (`idType`); a selfie counts as a card of its own.
public enum IdentityCardType: String, Sendable, CaseIterable {
    /// A driver licence.
    case drivingLicense = "DRIVING_LICENSE"
    /// A passport.
    case passport = "PASSPORT"
    /// An identification card.
    case idCard = "ID_CARD"
    /// A residence permit.
    case residencePermit = "RESIDENCE_PERMIT"
    /// A photograph of the user's face.
    case selfie = "SELFIE"

    /// Whether it is a document, rather than a selfie.
    public var isDocument: Bool { self != .selfie }

    /// The sides that are photographed, the ones that must be there first.
    public var sides: (required: ImageSide, optional: ImageSide?) {
        switch self {
        case .selfie: (.selfie, nil)
        case .passport: (.front, nil)
        case .drivingLicense, .idCard, .residencePermit: (.front, .back)
        }
    }
}
