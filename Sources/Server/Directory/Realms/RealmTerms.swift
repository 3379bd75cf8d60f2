import Primitives
import Translations

/// Terms and conditions that users accept.
package struct RealmTerms: Sendable, Equatable, Codable {
    /// Names this text: who accepted another version is asked again.
    package var version: String
    /// The time when the version was made, as clients are shown it: ISO 8601.
    package var created: String
    /// The terms by language.
    package var texts: [String: String]

    package init(version: String, created: String, texts: [String: String]) {
        self.version = version
        self.created = created
        self.texts = texts
    }

    /// The terms in the first of some languages that there is a text for, else in English, else in any. The server's own English text
    /// stands for those in all its languages.
    package func text(in languages: [String]) -> String { own(languages) ?? tag(for: languages).flatMap { texts[$0] } ?? "" }

    /// The tag of the language in which readers of some languages get the terms; nil when there is no text.
    package func language(in languages: [String]) -> String? {
        own(languages) == nil ? tag(for: languages) : Language(preferring: languages).rawValue
    }

    private func own(_ languages: [String]) -> String? {
        Catalogue.text(\.journeys, "demonstrationTerms", written: texts, for: languages)
    }

    private func tag(for languages: [String]) -> String? {
        for language in languages {
            for tag in [language, String(language.prefix { $0 != "-" })] where texts[tag] != nil { return tag }
        }
        return texts["en"] == nil ? texts.keys.min() : "en"
    }
}
