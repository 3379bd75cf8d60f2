import Primitives
import Translations
package import ResourceMessages

/// An attribute that the users of a realm may have.
package struct ProfileAttribute: Sendable, Equatable {
    /// The place of its value in a profile: `mail`, `preferences/marketing`.
    package let path: FieldPath
    package var kind: Kind
    /// The name in a form, by language tag; `en` is the fallback. The English name that the server itself has for the path stands for
    /// those in
    /// all its languages.
    package var title: [String: String]
    /// Whether a new account must have it, and none may lose it.
    package var isRequired: Bool
    /// Whether users may change their own.
    package var isUserEditable: Bool
    /// Whether queries may look at it.
    package var isSearchable: Bool
    /// Whether it is kept from every answer and every query; it can only be written.
    package var isSensitive: Bool
    package var rules: AttributeRules
    /// The name in directories, `l` for `city`; nil when the same.
    package var directoryName: String?

    /// The type of its values.
    package enum Kind: String, Sendable, Codable {
        case string, number, boolean
        /// A list of texts.
        case strings
        /// Any JSON, for what programs keep in a profile.
        case structure
    }

    package init(
        _ path: FieldPath, _ kind: Kind = .string, title: [String: String] = [:], isRequired: Bool = false,
        isUserEditable: Bool = false, isSearchable: Bool = false, isSensitive: Bool = false, rules: AttributeRules = AttributeRules(),
        directoryName: String? = nil
    ) {
        self.path = path
        self.kind = kind
        self.title = title
        self.isRequired = isRequired
        self.isUserEditable = isUserEditable
        self.isSearchable = isSearchable
        self.isSensitive = isSensitive
        self.rules = rules
        self.directoryName = directoryName
    }

    /// The path as text: `preferences/marketing`.
    package var name: String { path.description }

    /// The title in the first of some languages that there is one for, else in English, else the name.
    package func title(in languages: [String]) -> String {
        if let own = Catalogue.text(\.schema, name, written: title, for: languages) { return own }
        for language in languages {
            if let title = title[language] ?? title[String(language.prefix { $0 != "-" })] { return title }
        }
        return title["en"] ?? name
    }
}
