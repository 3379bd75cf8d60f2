package import Translations

/// Tells a user that their session has ended.
package struct SignedOutPage: Sendable {
    package var language: Language
    /// The path at which to begin again.
    package var startPath: String?

    package init(language: Language = .english, startPath: String? = "/") {
        self.language = language
        self.startPath = startPath
    }
}
