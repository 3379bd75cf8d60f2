import Primitives

/// The phrases of the pages that verify a user's identity. Those about cards, faults, problems and outcomes are by the names that
/// messages have for them.
package struct VerificationPhrases: Sendable, Decodable {
    /// “Verify your identity”
    package let title: String
    /// “The service that gave you the code asks you to show a document of identity. Please read first what happens with it.”
    package let lead: String
    /// The points of the consent; `{time}` stands for the time for which data are kept.
    package let points: [String]
    /// “If you don’t agree, close this page: nothing has been sent yet.”
    package let decline: String
    /// “I agree, begin”
    package let agree: String
    /// “Code”
    package let code: String
    /// “12 digits, as they were given to you”
    package let codeHint: String

    /// “Which document do you show?”
    package let chooseTitle: String
    /// “It must be valid, and your own.”
    package let chooseLead: String
    /// “Document”
    package let chooseLegend: String
    /// Names of documents.
    package let names: [String: String]

    /// The step that the page is at; `{step}` and `{steps}` stand for numbers.
    package let progress: String
    /// Titles of the steps for fronts.
    package let fronts: [String: String]
    /// Titles of the steps for backs.
    package let backs: [String: String]
    /// “Lay the card flat on a darker ground, without a lamp’s reflection. All four edges should be in the picture.”
    package let documentGuidance: String
    /// “Open the passport flat. All of the page should be in the picture, with the two lines at its lower edge.”
    package let passportGuidance: String
    /// “Your face”
    package let selfie: String
    /// “Look straight into the camera, alone, in even light, without sunglasses or a hat.”
    package let selfieGuidance: String
    /// “Picture”
    package let file: String
    /// “A JPEG or PNG file of at most 8 MB”
    package let fileHint: String
    /// “Send the picture”
    package let send: String
    /// “Use the camera”
    package let useCamera: String
    /// “Take the picture”
    package let shoot: String
    /// “Take it again”
    package let again: String
    /// “Use this picture”
    package let use: String
    /// “Choose a file”
    package let useFile: String
    /// “The camera’s picture”
    package let finder: String
    /// “The picture that was taken”
    package let preview: String
    /// Phrases for what the camera's script is doing, by its names.
    package let says: [String: String]
    /// “This picture may not do:”
    package let doubtful: String
    /// Sentences about pictures that may not do.
    package let faults: [String: String]
    /// “Use it all the same”
    package let keep: String
    /// “Continue without this picture”
    package let without: String
    /// “Show another document”
    package let otherDocument: String

    /// “Send everything?”
    package let reviewTitle: String
    /// “These pictures are submitted for the verification.”
    package let reviewLead: String
    /// “taken”
    package let taken: String
    /// “taken, but may be hard to read”
    package let takenWithDoubts: String
    /// “not taken”
    package let missing: String
    /// “Take it”
    package let takeNow: String
    /// “Take again”
    package let takeAgain: String
    /// “Submit”
    package let submit: String

    /// Titles and texts of the states that a verification can be in.
    package let outcomes: [String: Passage]
    /// “Reasons”
    package let reasons: String
    /// Sentences for the messages of the server's own checks, by their keys. The pages in English have the server's own.
    package let reasonTexts: [String: String]
    /// “Try again”
    package let tryAgain: String
    /// Sentences for why a page can’t go on.
    package let problems: [String: String]

    /// A title and the text below it.
    package struct Passage: Sendable, Decodable {
        /// The heading.
        package let title: String
        /// The text below it.
        package let text: String
    }
}
