import Primitives

/// A language that the server speaks. A journey's texts that an administrator wrote come in the languages that they were written in; this
/// is about the rest. The raw value is the language's tag (BCP 47).
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    case brazilianPortuguese = "pt-BR"
    case dutch = "nl"
    case polish = "pl"
    case swedish = "sv"
    case turkish = "tr"
    case japanese = "ja"
    case simplifiedChinese = "zh-Hans"
    case arabic = "ar"

    /// The language's name in itself, by which its speakers find it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .french: "Français"
        case .spanish: "Español"
        case .italian: "Italiano"
        case .brazilianPortuguese: "Português (Brasil)"
        case .dutch: "Nederlands"
        case .polish: "Polski"
        case .swedish: "Svenska"
        case .turkish: "Türkçe"
        case .japanese: "日本語"
        case .simplifiedChinese: "简体中文"
        case .arabic: "العربية"
        }
    }

    /// The direction of its script (HTML, `dir`).
    package var direction: String { self == .arabic ? "rtl" : "ltr" }

    /// Texts one after the other, with the marks between them that the language has for a list.
    package func list(_ texts: [String]) -> String {
        switch self {
        case .arabic: texts.joined(separator: "، ")
        case .japanese, .simplifiedChinese: texts.joined(separator: "、")
        default: texts.joined(separator: ", ")
        }
    }

    /// A text with a capital at its beginning.
    func capitalized(_ text: String) -> String {
        guard let first = text.first else { return text }
        // Of the letter with a dot, which no other language has as a capital.
        let capital = self == .turkish && first == "i" ? "İ" : first.uppercased()
        return capital + text.dropFirst()
    }
}
