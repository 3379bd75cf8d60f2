import Primitives

/// A phrase about a number of things, in the forms that its language has for whole numbers (Unicode CLDR, plural rules); `{n}` stands for
/// the number.
package struct Plural: Sendable, Decodable {
    /// The categories of CLDR.
    package enum Category: String, Sendable, CaseIterable, CodingKey {
        case zero, one, two, few, many, other
    }

    let language: Language
    private let forms: [Category: String]

    /// The key by which a decoder is told the language.
    static let language: CodingUserInfoKey = CodingUserInfoKey(rawValue: "language").unsafelyUnwrapped

    /// - Throws: `DecodingError` for a form that lacks, and for one that the language doesn't have.
    package init(from decoder: any Decoder) throws {
        guard let language = decoder.userInfo[Self.language] as? Language else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no language was told"))
        }
        let values = try decoder.container(keyedBy: Category.self)
        self.language = language
        let pairs = try language.pluralCategories.map { ($0, try values.decode(String.self, forKey: $0)) }
        guard values.allKeys.count == pairs.count else {
            throw DecodingError.dataCorrupted(.init(codingPath: values.codingPath, debugDescription: "a form that the language has not"))
        }
        forms = Dictionary(pairs) { first, _ in first }
    }

    /// The phrase for a number.
    package func callAsFunction(_ count: Int) -> String {
        (forms[language.pluralCategory(of: count)] ?? forms[.other] ?? "").replacing("{n}", with: String(count))
    }
}
