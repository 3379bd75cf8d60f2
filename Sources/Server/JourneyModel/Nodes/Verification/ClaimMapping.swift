package import Primitives
package import ResourceMessages
package import VerificationMessages

/// The attributes of the profile that get fields of a verified document.
package struct ClaimMapping: SettingValue, Equatable {
    package static var form: SettingForm { .texts }

    /// The names of the fields by attribute.
    private let names: [String: String]

    package init(_ names: [String: String] = [:]) { self.names = names }

    package init?(setting json: JSONValue) {
        guard let names = [String: String](setting: json) else { return nil }
        self.init(names)
    }

    package var setting: JSONValue { names.setting }

    package var attributeNames: [AttributeName] { names.keys.sorted().map { AttributeName($0) } }

    /// The attributes in the order of their names, each with the claim that it gets.
    package var claims: [(attribute: AttributeName, claim: DocumentClaim)] {
        names.sorted { $0.key < $1.key }.compactMap { name, claim in DocumentClaim(claim).map { (AttributeName(name), $0) } }
    }

    /// The claim that an attribute gets; nil for none.
    func claim(of attribute: String) -> DocumentClaim? { names[attribute].flatMap(DocumentClaim.init) }

    func objections(in setting: String) -> [SettingObjection] {
        let unknown = names.values.filter { DocumentClaim($0) == nil }.sorted()
        return unknown.map { name in
            SettingObjection(setting, "\(name.prefix(64)) is no claim; there are \(DocumentClaim.names.joined(separator: ", "))")
        }
    }
}

/// A claim about a user that a verified document gives.
package enum DocumentClaim: Sendable, Equatable {
    /// A field of the document.
    case field(IdentityField)
    /// The first and the last name.
    case fullName
    /// Street, city, state and postal code in one line.
    case address

    static var names: [String] { IdentityField.allCases.map(\.rawValue) + ["fullName", "address"] }

    init?(_ name: String) {
        switch name {
        case "fullName": self = .fullName
        case "address": self = .address
        default:
            guard let field = IdentityField(exactly: name) else { return nil }
            self = .field(field)
        }
    }

    /// The value of the claim; nil where the document hasn't it.
    package func value(in fields: IdentityFields) -> String? {
        let parts: [IdentityField] =
            switch self {
            case .field(let field): [field]
            case .fullName: [.firstName, .lastName]
            case .address: [.addressStreet, .addressCity, .addressState, .addressZip]
            }
        let texts = parts.compactMap { fields[$0] }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}
