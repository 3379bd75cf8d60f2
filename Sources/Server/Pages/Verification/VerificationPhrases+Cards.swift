import Primitives
import Translations
import VerificationMessages

extension VerificationPhrases {
    /// The title of the step at which a side of a card is photographed.
    func title(_ card: IdentityCardType, _ side: ImageSide) -> String {
        switch side {
        case .front: fronts[card.rawValue] ?? ""
        case .back: backs[card.rawValue] ?? ""
        case .selfie: selfie
        }
    }

    /// The words that say how a side of a card is photographed.
    func guidance(_ card: IdentityCardType) -> String {
        switch card {
        case .selfie: selfieGuidance
        case .passport: passportGuidance
        case .drivingLicense, .idCard, .residencePermit: documentGuidance
        }
    }
}
