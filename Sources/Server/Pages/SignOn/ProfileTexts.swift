import Primitives

/// A realm's texts about profiles, as a page needs them beside those of its step.
package struct ProfileTexts: Sendable {
    /// The names of attributes for the page's reader, by the attributes' paths.
    package var titles: [String: String]
    /// The tag of the language of the terms that the reader is shown; nil where it isn't known.
    package var termsLanguage: String?

    package init(titles: [String: String] = [:], termsLanguage: String? = nil) {
        self.titles = titles
        self.termsLanguage = termsLanguage
    }
}
