import Primitives
import VerificationMessages

/// The phrases of the pages that verify a user's identity.
struct VerificationPhrases: Sendable {
    let title: String
    let lead: String
    /// The points of the consent; `{time}` stands for the time for which data are kept.
    let points: [String]
    let decline: String
    let agree: String
    let code: String
    let codeHint: String

    let chooseTitle: String
    let chooseLead: String
    let chooseLegend: String
    let names: [IdentityCardType: String]

    /// The step that the page is at; `{step}` and `{steps}` stand for numbers.
    let progress: String
    let fronts: [IdentityCardType: String]
    let backs: [IdentityCardType: String]
    let documentGuidance: String
    let passportGuidance: String
    let selfie: String
    let selfieGuidance: String
    let file: String
    let fileHint: String
    let send: String
    let useCamera: String
    let shoot: String
    let again: String
    let use: String
    let useFile: String
    let finder: String
    let preview: String
    /// Phrases for what the camera's script is doing, by its names.
    let says: [String: String]
    let doubtful: String
    let faults: [CaptureFault: String]
    let keep: String
    let without: String
    let otherDocument: String

    let reviewTitle: String
    let reviewLead: String
    let taken: String
    let takenWithDoubts: String
    let missing: String
    let takeNow: String
    let takeAgain: String
    let submit: String

    /// Titles and texts of the states that a verification can be in.
    let outcomes: [VerificationOutcomePage.Outcome: (title: String, text: String)]
    let reasons: String
    /// Sentences for the messages of the server's own checks, by their keys. English has the server's own.
    let reasonTexts: [String: String]
    let tryAgain: String
    let problems: [VerificationProblem: String]

    /// The title of the step at which a side of a card is photographed.
    func title(_ card: IdentityCardType, _ side: ImageSide) -> String {
        switch side {
        case .front: fronts[card] ?? ""
        case .back: backs[card] ?? ""
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
