import Primitives
import ResourceMessages

/// The form of an attribute in a schema's file.
extension ProfileAttribute: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, title, required, userEditable, searchable, sensitive, rules, directoryName
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .name)
        guard let path = FieldPath(name) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: values, debugDescription: "\(name) is no name of an attribute")
        }
        func flag(_ key: CodingKeys) throws -> Bool { try values.decodeIfPresent(Bool.self, forKey: key) ?? false }
        self.init(
            path, try values.decodeIfPresent(Kind.self, forKey: .type) ?? .string,
            title: try values.decodeIfPresent([String: String].self, forKey: .title) ?? [:], isRequired: try flag(.required),
            isUserEditable: try flag(.userEditable), isSearchable: try flag(.searchable), isSensitive: try flag(.sensitive),
            rules: try values.decodeIfPresent(AttributeRules.self, forKey: .rules) ?? AttributeRules(),
            directoryName: try values.decodeIfPresent(String.self, forKey: .directoryName))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(kind, forKey: .type)
        if !title.isEmpty { try values.encode(title, forKey: .title) }
        for (flag, key) in [
            (isRequired, CodingKeys.required), (isUserEditable, .userEditable), (isSearchable, .searchable), (isSensitive, .sensitive),
        ] where flag { try values.encode(true, forKey: key) }
        if rules != AttributeRules() { try values.encode(rules, forKey: .rules) }
        try values.encodeIfPresent(directoryName, forKey: .directoryName)
    }
}
