import Primitives

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

    /// The terms in the first of some languages that there is a text for, else in English, else in any.
    package func text(in languages: [String]) -> String {
        for language in languages {
            if let text = texts[language] ?? texts[String(language.prefix { $0 != "-" })] { return text }
        }
        return texts["en"] ?? texts.min { $0.key < $1.key }?.value ?? ""
    }
}
