import Primitives
import Translations

/// The choice of the language of a page: links to the others, each in its own language.
struct LanguageChoice {
    let title: String
    let ownName: String
    let languages: [Option]

    struct Option {
        let path: String
        let tag: String
        let direction: String
        let name: String
    }

    /// - Parameter path: the path that, followed by a language's tag, chooses it.
    init(_ language: Language, at path: String) {
        title = language.phrases.languageTitle
        ownName = language.ownName
        languages = Language.allCases.filter { $0 != language }.map {
            Option(path: path + $0.rawValue, tag: $0.rawValue, direction: $0.direction, name: $0.ownName)
        }
    }
}
