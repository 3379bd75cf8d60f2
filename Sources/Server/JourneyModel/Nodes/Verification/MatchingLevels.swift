package import Primitives
package import ResourceMessages
package import VerificationMessages

/// The attributes of the profile that a document is compared with, each with the least likeness (`docs/protocols/verify.md` 10).
package struct MatchingLevels: SettingValue, Equatable {
    package static var form: SettingForm { .texts }

    /// The words of levels by attribute.
    private let words: [String: String]

    package init(_ words: [String: String] = [:]) { self.words = words }

    package init?(setting json: JSONValue) {
        guard let words = [String: String](setting: json) else { return nil }
        self.init(words)
    }

    package var setting: JSONValue { words.setting }

    /// The rules, in the order of the attributes' names.
    /// - Parameter mapping: the claim of an attribute, where its name doesn't say it.
    package func rules(
        by mapping: ClaimMapping
    ) -> [(attribute: AttributeName, part: RecordMatchingRule.Part, strictness: RecordStrictness)] {
        words.sorted { $0.key < $1.key }.compactMap { name, word in
            guard let part = Self.part(of: name, mapping), let strictness = Self.strictness(word) else { return nil }
            return (AttributeName(name), part, strictness)
        }
    }

    func objections(in setting: String, by mapping: ClaimMapping) -> [SettingObjection] {
        words.sorted { $0.key < $1.key }.flatMap { name, word in
            let noPart = SettingObjection(
                setting, "\(name.prefix(64)) isn't compared: a document has given, family and whole name, address and day of birth")
            let noLevel = SettingObjection(setting, "\(word.prefix(64)) is no level; there are LOW, MEDIUM, HIGH and EXACT")
            return (Self.part(of: name, mapping) == nil ? [noPart] : []) + (Self.strictness(word) == nil ? [noLevel] : [])
        }
    }

    private static func part(of name: String, _ mapping: ClaimMapping) -> RecordMatchingRule.Part? {
        switch mapping.claim(of: name) {
        case .field(.firstName): return .givenName
        case .field(.lastName): return .familyName
        case .field(.birthDate): return .birthDate
        case .fullName: return .name
        case .address, .field(.addressStreet): return .address
        case .field: return nil
        case nil: break
        }
        switch name {
        case "givenName": return .givenName
        case "sn": return .familyName
        case "cn": return .name
        case "address", "postalAddress": return .address
        case "birthDateAttribute": return .birthDate
        default: return nil
        }
    }

    private static func strictness(_ word: String) -> RecordStrictness? {
        word == "EXACT" ? .high : RecordStrictness(exactly: word)
    }
}
