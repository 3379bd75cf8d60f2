package import Translations

/// The reason for which a page of a verification can't go on as its user wants.
package enum VerificationProblem: String, Sendable, CaseIterable {
    /// The code is wrong, used or over.
    case unknownCode
    /// There were too many attempts, or pictures.
    case tooMany
    /// No file was sent, or one that is no picture.
    case noPicture
    /// The file is too large.
    case tooLarge
    /// A picture is missing that is required.
    case incomplete
    /// The browser isn't the one that began the verification.
    case otherBrowser

    /// A sentence or two for the user.
    package func text(in language: Language) -> String { language.phrases.verification.problems[rawValue] ?? "" }
}
