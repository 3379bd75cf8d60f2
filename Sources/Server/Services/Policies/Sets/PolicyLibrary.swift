package import Foundation
import Primitives
import Store

/// The policy sets of all realms.
package struct PolicyLibrary: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE policy_sets (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (realm, name))
        """
    ]

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let known: RevisionCache<Key, PolicySet>

    init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
        known = RevisionCache(configuration.revisions)
    }

    /// A set by its name; nil when there is none. Cached until the configuration changes.
    package func set(_ name: String, in realm: UUID) async throws -> PolicySet? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            try await database.read { transaction in
                try transaction.row("SELECT definition FROM policy_sets WHERE realm = ?1 AND name = ?2", realm, name).map(Self.set)
            }
        }
    }

    /// All sets of a realm, by name.
    package func all(in realm: UUID) async throws -> [PolicySet] {
        try await database.read { transaction in
            try transaction.rows("SELECT definition FROM policy_sets WHERE realm = ?1 ORDER BY name", realm).map(Self.set)
        }
    }

    /// Stores a set, new or in place of the one of the same name.
    package func save(_ set: PolicySet, in realm: UUID) async throws {
        let text = set.json.text
        try await change(set.name, in: realm, "saved") { transaction in
            try transaction.execute(
                """
                INSERT INTO policy_sets (realm, name, definition, revision) VALUES (?1, ?2, ?3, 1)
                ON CONFLICT (realm, name) DO UPDATE SET definition = ?3, revision = policy_sets.revision + 1
                """, realm, set.name, text)
        }
    }

    /// Removes a set: from then on nothing is allowed by it.
    /// - Throws: `unknownPolicySet`.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "deleted") { transaction in
            let gone = try transaction.execute("DELETE FROM policy_sets WHERE realm = ?1 AND name = ?2", realm, name)
            guard gone == 1 else { throw DomainError(.unknownPolicySet, "no policy set \(name)") }
        }
    }

    private func change(
        _ name: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(.policiesChanged, ["policySet": .string(name), "change": .string(change)], realm: realm, body)
    }

    private static func set(_ row: Row) throws -> PolicySet {
        try PolicySet(json: try JSONValue(parsing: try row.text("definition")))
    }
}
