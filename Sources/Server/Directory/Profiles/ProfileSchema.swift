import Foundation
import Primitives
package import ResourceMessages
import Foundations

/// The attributes that the users of a realm may have.
package struct ProfileSchema: Sendable, Equatable, Codable {
    /// The attributes, those that every schema must have among them.
    package private(set) var attributes: [ProfileAttribute]

    package init(_ attributes: [ProfileAttribute]) { self.attributes = attributes }

    /// The attribute at a path.
    package subscript(path: FieldPath) -> ProfileAttribute? { attributes.first { $0.path == path } }

    /// The attribute of a name, `mail` or `/preferences/marketing`.
    package subscript(name: String) -> ProfileAttribute? { FieldPath(name).flatMap { self[$0] } }

    /// The attributes without which no account is made.
    package var required: [ProfileAttribute] { attributes.filter(\.isRequired) }

    /// Refuses what can't work.
    /// - Throws: `invalid`, with the reason.
    func check() throws(DomainError) {
        guard attributes.count <= Self.mostAttributes else {
            throw DomainError(.invalid, "a schema has at most \(Self.mostAttributes) attributes")
        }
        for reserved in [FieldPath.id, .revision, .password, .meta] where attributes.contains(where: { $0.path.isWithin(reserved) }) {
            throw DomainError(.invalid, "\(reserved) can't be an attribute: every account has it")
        }
        for core in Self.core where self[core.path]?.kind != .string || self[core.path]?.isSearchable != true {
            throw DomainError(.invalid, "\(core.name) must stay a searchable string")
        }
        for attribute in attributes { try check(attribute) }
    }

    private func check(_ attribute: ProfileAttribute) throws(DomainError) {
        let name = attribute.name
        guard attributes.count(where: { $0.path.isWithin(attribute.path) }) == 1 else {
            throw DomainError(.invalid, "\(name) is there twice, or has another attribute within it")
        }
        guard !(attribute.isSensitive && attribute.isSearchable) else {
            throw DomainError(.invalid, "\(name) can't be both sensitive and searchable")
        }
        guard !(attribute.kind == .structure && attribute.isSearchable) else {
            throw DomainError(.invalid, "\(name) can't be searchable: it is a structure")
        }
        let limit = attribute.isSearchable ? AttributeRules.longestSearchable : AttributeRules.longest
        guard (attribute.rules.maxLength ?? limit) <= limit, (attribute.rules.minLength ?? 0) <= attribute.rules.maxLength ?? limit else {
            throw DomainError(.invalid, "\(name) may have at most \(limit) characters, and no fewer than its least")
        }
    }

    private static let mostAttributes = 200
}

extension FieldPath {
    /// The attribute that every account has, whatever the schema says.
    package static let userName = known("userName")
    /// The status of an account, `active` or `inactive`.
    package static let accountStatus = known("accountStatus")
    /// The user's id.
    package static let id = known("_id")
    /// The id of a user's population, and whether the user is asked for a second factor.
    package static let population = known("_population")
    /// Whether the user is asked for a second factor.
    package static let mfaEnabled = known("_mfaEnabled")
    /// The revision of the account, which grows with every change.
    package static let revision = known("_rev")
    /// The metadata of an account; no attribute of a schema may have the name.
    package static let meta = known("_meta")
    /// A name that is reserved for the password, which is written and never read.
    package static let password = known("password")

    /// A path that is written in this program and known to be one; an impossible one would be a mistake of ours.
    static func known(_ text: String) -> FieldPath {
        guard let path = FieldPath(text) else {
            preconditionFailure("\(text) is no path")  // no input gets here, only names of ours
        }
        return path
    }
}
