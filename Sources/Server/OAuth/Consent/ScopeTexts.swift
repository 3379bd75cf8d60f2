import Primitives

/// The meanings of scopes, in the words of the page that asks users for consent: each ends the sentence "The application asks for:".
enum ScopeTexts {
    /// The scopes of OpenID Connect Core §5.4 and §11.
    static let standard: [String: [String: String]] = [
        "openid": [
            "en": "the identifier of your account", "de": "die Kennung Ihres Kontos", "fr": "l’identifiant de votre compte",
        ],
        "profile": ["en": "your name and language", "de": "Ihren Namen und Ihre Sprache", "fr": "votre nom et votre langue"],
        "email": ["en": "your e-mail address", "de": "Ihre E-Mail-Adresse", "fr": "votre adresse e-mail"],
        "phone": ["en": "your phone number", "de": "Ihre Telefonnummer", "fr": "votre numéro de téléphone"],
        "address": ["en": "your postal address", "de": "Ihre Postanschrift", "fr": "votre adresse postale"],
        "offline_access": [
            "en": "access also while you are not signed in", "de": "Zugriff, auch während Sie nicht angemeldet sind",
            "fr": "l’accès même lorsque vous n’êtes pas connecté",
        ],
    ]
}

extension AuthorizationSettings {
    /// The meaning of a scope, in the first of some languages that there is a text for, else in English or any other; nil when the realm has no
    /// text for it.
    package func text(ofScope scope: String, in languages: [String]) -> String? {
        guard let texts = scopeTexts.first(where: { $0.key == scope })?.value, !texts.isEmpty else { return nil }
        for language in languages {
            let primary = String(Substring(language.utf8.prefix { $0 != UInt8(ascii: "-") }))
            if let text = texts[language] ?? texts[primary] { return text }
        }
        return texts["en"] ?? texts.min { $0.key < $1.key }?.value
    }
}
