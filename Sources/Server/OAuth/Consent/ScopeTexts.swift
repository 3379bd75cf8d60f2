import Primitives
import Translations

/// The meanings of scopes, in the words of the page that asks users for consent: each ends the sentence "The application asks for:".
enum ScopeTexts {
    /// The scopes of OpenID Connect Core §5.4 and §11, in English; readers get them in their language.
    static let standard: [String: [String: String]] = Language.english.catalogue.scopes.mapValues { ["en": $0] }
}

extension AuthorizationSettings {
    /// The meaning of a scope, in the first of some languages that there is a text for, else in English or any other; nil when the realm has no
    /// text for it.
    package func text(ofScope scope: String, in languages: [String]) -> String? {
        guard let texts = scopeTexts.first(where: { $0.key == scope })?.value, !texts.isEmpty else { return nil }
        if let own = Catalogue.text(\.scopes, scope, written: texts, for: languages) { return own }
        for language in languages {
            let primary = String(Substring(language.utf8.prefix { $0 != UInt8(ascii: "-") }))
            if let text = texts[language] ?? texts[primary] { return text }
        }
        return texts["en"] ?? texts.min { $0.key < $1.key }?.value
    }
}
