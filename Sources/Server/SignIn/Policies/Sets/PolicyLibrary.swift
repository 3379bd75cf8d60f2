package import Foundation
import Primitives
package import Store
package import Foundations

/// The policy sets of all realms.
package struct PolicyLibrary: Sendable {
    static let kind = NamedDocuments.Kind(
        name: "policySet", noun: "policy set", changed: .policiesChanged, unknown: .unknownPolicySet)

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let documents: NamedDocuments
    private let known: RevisionCache<Key, PolicySet>

    package init(database: any Database, configuration: ConfigurationChange) {
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        known = RevisionCache(configuration.revisions)
    }

    /// A set by its name; nil when there is none. Cached until the configuration changes.
    package func set(_ name: String, in realm: UUID) async throws -> PolicySet? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            try await documents.document(name, in: realm).map { try PolicySet(json: $0.definition) }
        }
    }

    /// All sets of a realm, by name.
    package func all(in realm: UUID) async throws -> [PolicySet] {
        try await documents.all(in: realm).map { try PolicySet(json: $0.definition) }
    }

    /// Stores a set, new or in place of the one of the same name.
    package func save(_ set: PolicySet, in realm: UUID) async throws {
        try await documents.save(set.json, named: set.name, in: realm)
    }

    /// Removes a set: from then on nothing is allowed by it.
    /// - Throws: `unknownPolicySet`.
    package func delete(_ name: String, in realm: UUID) async throws { try await documents.delete(name, in: realm) }
}
