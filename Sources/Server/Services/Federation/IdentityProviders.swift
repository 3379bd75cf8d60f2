package import Foundation
import Primitives
import Store

/// The identity providers of all realms. Their secrets are sealed at rest.
package struct IdentityProviders: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE identity_providers (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, secret BLOB, PRIMARY KEY (realm, name))
        """
    ]

    private let database: any Database
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let known: RevisionCache<UUID, [IdentityProvider]>

    init(database: any Database, sealer: Sealer, configuration: ConfigurationChange) {
        self.database = database
        self.sealer = sealer
        self.configuration = configuration
        known = RevisionCache(configuration.revisions)
    }

    /// All providers of a realm, by name. Cached until the configuration changes.
    package func all(in realm: UUID) async throws -> [IdentityProvider] {
        try await known.value(realm) {
            try await database.read { transaction in
                try transaction.rows("SELECT * FROM identity_providers WHERE realm = ?1 ORDER BY name", realm)
            }.map(provider)
        }
    }

    /// A provider by its name; nil when there is none.
    package func provider(_ name: String, in realm: UUID) async throws -> IdentityProvider? {
        try await all(in: realm).first { $0.name == name }
    }

    /// Stores a provider, new or in place of the one of the same name.
    /// - Throws: `invalid`, when a login at it can't work or wouldn't be safe.
    package func save(_ provider: IdentityProvider, in realm: UUID) async throws {
        try provider.check()
        let text = JSONValue.object(provider.json).text
        let secret = try provider.secret.map { try sealer.seal($0, context: Self.context(realm, provider.name)) }
        try await change(provider.name, in: realm, "saved") { transaction in
            try transaction.execute(
                """
                INSERT INTO identity_providers (realm, name, definition, secret) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (realm, name) DO UPDATE SET definition = ?3, secret = ?4
                """, realm, provider.name, text, secret)
        }
    }

    /// Removes a provider. The links of users' accounts to it stay, and count again when it comes back.
    /// - Throws: `unknownProvider`.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "deleted") { transaction in
            let gone = try transaction.execute("DELETE FROM identity_providers WHERE realm = ?1 AND name = ?2", realm, name)
            guard gone == 1 else { throw DomainError(.unknownProvider, "no identity provider \(name)") }
        }
    }

    private func change(
        _ name: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let details: JSONObject = ["provider": .string(name), "change": .string(change)]
        try await configuration.write(.providerChanged, details, realm: realm, body)
    }

    private func provider(_ row: Row) throws -> IdentityProvider {
        let (realm, name) = (try row.uuid("realm"), try row.text("name"))
        var provider = try IdentityProvider(json: try JSONValue(parsing: try row.text("definition")).object ?? JSONObject())
        provider.secret = try row.optionalBlob("secret").map { try sealer.open($0, context: Self.context(realm, name)) }
        return provider
    }

    private static func context(_ realm: UUID, _ name: String) -> String {
        "identity provider/\(realm.uuidString.lowercased())/\(name)"
    }
}
