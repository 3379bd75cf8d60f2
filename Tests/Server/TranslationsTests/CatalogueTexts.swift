import Primitives
import Testing

@testable import Translations

/// The texts of a language's JSON by their paths; plural forms apart.
struct CatalogueTexts {
    private(set) var texts: [String: String] = [:]
    private(set) var plurals: [String: [String: String]] = [:]

    init(_ json: String) throws {
        // The reader refuses a key that stands there twice.
        try take(JSONValue(parsing: json, limits: JSONLimits(bytes: 100_000, depth: 8, values: 2_000)), at: "")
    }

    private mutating func take(_ value: JSONValue, at path: String) throws {
        if let text = value.string {
            texts[path] = text
        } else if let elements = value.array {
            for (index, element) in elements.enumerated() { try take(element, at: "\(path)/\(index)") }
        } else {
            let members = try #require(value.object, "\(path)").members
            guard members.isEmpty || !members.allSatisfy({ Plural.Category(exactly: $0.name) != nil }) else {
                plurals[path] = Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { first, _ in first }
                return
            }
            for member in members { try take(member.value, at: "\(path)/\(member.name)") }
        }
    }

    /// Compares a language's texts with the English ones.
    func differences(from english: CatalogueTexts, in language: Language) -> [String] {
        let lacking = Set(english.texts.keys).symmetricDifference(texts.keys).map { "\($0) is in one of both" }
        let plural = Set(english.plurals.keys).symmetricDifference(plurals.keys).map { "\($0) is in one of both" }
        let placeholders = texts.filter { path, text in
            english.texts[path].map { Self.placeholders($0) != Self.placeholders(text) } ?? false
        }
        let numbers = plurals.filter { _, forms in
            // A form for one number may name it in words.
            !forms.allSatisfy {
                Self.placeholders($0.value) == ["{n}"] || ["zero", "one", "two"].contains($0.key) && !$0.value.contains("{")
            }
        }
        return lacking + plural + placeholders.keys.map { "\($0) has other placeholders" } + numbers.keys.map { "\($0) has no number" }
    }

    static func placeholders(_ text: String) -> [String] {
        text.matches(of: /\{\{[^}]*\}\}|\$\{[^}]*\}|\{[^{}]*\}/).map { String($0.0) }.sorted()
    }
}
