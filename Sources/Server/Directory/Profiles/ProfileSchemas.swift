package import Foundation
import Primitives
package import Store
package import Foundations

/// The schemas of all realms.
package struct ProfileSchemas: Sendable {
    /// The table `profile_schemas`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(2, "profiles", place: 2, tables)],
        tables: [.free("profile_schemas", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = ["CREATE TABLE profile_schemas (realm TEXT PRIMARY KEY, schema TEXT NOT NULL)"]

    private let database: any Database
    private let configuration: ConfigurationChange
    private let cache: RevisionCache<UUID, ProfileSchema>

    package init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
        cache = RevisionCache(configuration.revisions)
    }

    /// A realm's schema: its own, or the standard one.
    package func schema(of realm: UUID) async throws -> ProfileSchema {
        try await cache.value(realm) {
            let text = try await database.read { transaction in
                try transaction.row("SELECT schema FROM profile_schemas WHERE realm = ?1", realm)?.text("schema")
            }
            return try text.map { try JSONDecoder().decode(ProfileSchema.self, from: Data($0.utf8)) } ?? .standard
        }
    }

    /// Gives a realm a schema. Profiles stay as they are: what the new schema doesn't know is kept, but neither shown nor changed.
    /// - Throws: `invalid` for a schema that can't work.
    package func set(_ schema: ProfileSchema, of realm: UUID) async throws {
        try schema.check()
        let text = String(own: try JSONEncoder().encode(schema))
        try await configuration.write(.realmChanged, ["change": "profile schema"], realm: realm) { transaction in
            try transaction.execute(
                """
                INSERT INTO profile_schemas (realm, schema) VALUES (?1, ?2) ON CONFLICT (realm) DO UPDATE SET schema = ?2
                """, realm, text)
        }
    }

    /// Takes a realm's own schema away, so that it has the standard one again.
    package func reset(_ realm: UUID) async throws {
        try await configuration.write(.realmChanged, ["change": "standard profile schema"], realm: realm) { transaction in
            try transaction.execute("DELETE FROM profile_schemas WHERE realm = ?1", realm)
        }
    }
}
