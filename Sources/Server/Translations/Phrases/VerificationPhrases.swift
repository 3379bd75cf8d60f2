/// The phrases of the pages that verify a user's identity. Those about cards, faults, problems and outcomes are by the names that messages have for them.
package struct VerificationPhrases: Sendable, Decodable {
    package let title: String
    package let lead: String
    /// The points of the consent; `{time}` stands for the time for which data are kept.
    package let points: [String]
    package let decline: String
    package let agree: String
    package let code: String
    package let codeHint: String

    package let chooseTitle: String
    package let chooseLead: String
    package let chooseLegend: String
    package let names: [String: String]

    /// The step that the page is at; `{step}` and `{steps}` stand for numbers.
    package let progress: String
    package let fronts: [String: String]
    package let backs: [String: String]
    package let documentGuidance: String
    package let passportGuidance: String
    package let selfie: String
    package let selfieGuidance: String
    package let file: String
    package let fileHint: String
    package let send: String
    package let useCamera: String
    package let shoot: String
    package let again: String
    package let use: String
    package let useFile: String
    package let finder: String
    package let preview: String
    /// Phrases for what the camera's script is doing, by its names.
    package let says: [String: String]
    package let doubtful: String
    package let faults: [String: String]
    package let keep: String
    package let without: String
    package let otherDocument: String

    package let reviewTitle: String
    package let reviewLead: String
    package let taken: String
    package let takenWithDoubts: String
    package let missing: String
    package let takeNow: String
    package let takeAgain: String
    package let submit: String

    /// Titles and texts of the states that a verification can be in.
    package let outcomes: [String: Passage]
    package let reasons: String
    /// Sentences for the messages of the server's own checks, by their keys. The pages in English have the server's own.
    package let reasonTexts: [String: String]
    package let tryAgain: String
    package let problems: [String: String]

    /// A title and the text below it.
    package struct Passage: Sendable, Decodable {
        package let title: String
        package let text: String
    }
}
