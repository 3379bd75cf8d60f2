import Primitives

/// The phrases of the page on the phone that verifies its user's identity, in one language.
package struct IdentityPhrases: Sendable, Decodable {
    /// “Identity”
    package let link: String
    /// “Identity of the user of {name}”
    package let title: String
    /// “No verification was begun yet.”
    package let none: String
    /// “State”
    package let state: String
    /// “Look again”
    package let lookAgain: String
    /// “Forget it”
    package let forget: String
    /// “Begin”
    package let begin: String
    /// “Code, or the address in its QR code”
    package let code: String
    /// “Photographs”
    package let photographs: String
    /// “Kind of document”
    package let kind: String
    /// “Your face”
    package let face: String
    /// “Your face, if you like”
    package let optionalFace: String
    /// “Front, or the passport’s page”
    package let front: String
    /// “Back, where it has one”
    package let back: String
    /// “Submit”
    package let submit: String
    /// The states of a verification, by the names that messages have for them.
    package let states: [String: String]
    /// “{n} claims of earlier verifications are kept.”
    package let kept: Plural
}
