import Foundation
package import Primitives
package import Store
package import Foundations

/// Secrets that a realm's journeys need for services elsewhere, by label. They are sealed at rest, and no journey's file holds one.
package struct RealmSecrets: Sendable {
    /// The table `realm_secrets`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(4, "realm secrets", tables)],
        tables: [.free("realm_secrets", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = [
        "CREATE TABLE realm_secrets (realm TEXT NOT NULL, label TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (realm, label))"
    ]

    private let database: any Database
    private let sealer: Sealer
    private let configuration: ConfigurationChange

    package init(database: any Database, sealer: Sealer, configuration: ConfigurationChange) {
        self.database = database
        self.sealer = sealer
        self.configuration = configuration
    }

    /// The secret of a label; nil when the realm has none.
    package func secret(_ label: String, in realm: Realm) async throws -> Secret? {
        let sealed = try await database.read { transaction in
            try transaction.row("SELECT value FROM realm_secrets WHERE realm = ?1 AND label = ?2", realm.id, label)?.blob("value")
        }
        return try sealed.map { try sealer.open($0, context: Self.context(label, realm)) }
    }

    /// The labels of a realm's secrets.
    package func labels(in realm: Realm) async throws -> [String] {
        try await database.read { transaction in
            try transaction.rows("SELECT label FROM realm_secrets WHERE realm = ?1 ORDER BY label", realm.id).map { try $0.text("label") }
        }
    }

    /// Sets a secret, new or in place of the one with the label.
    /// - Throws: `invalid` for a label that is none, or a secret that is empty or too long.
    package func set(_ secret: Secret, as label: String, in realm: Realm) async throws {
        try RealmLabel.check(label)
        guard (1...Self.longest).contains(secret.count) else { throw DomainError(.invalid, "a secret has 1 to \(Self.longest) bytes") }
        let sealed = try sealer.seal(secret, context: Self.context(label, realm))
        try await configuration.write(.realmChanged, ["change": "secret set", "label": .string(label)], realm: realm.id) { transaction in
            try transaction.execute(
                """
                INSERT INTO realm_secrets (realm, label, value) VALUES (?1, ?2, ?3)
                ON CONFLICT (realm, label) DO UPDATE SET value = ?3
                """, realm.id, label, sealed)
        }
    }

    /// Removes a secret; false when there was none.
    package func remove(_ label: String, in realm: Realm) async throws -> Bool {
        guard try await labels(in: realm).contains(label) else { return false }
        try await configuration.write(.realmChanged, ["change": "secret removed", "label": .string(label)], realm: realm.id) {
            transaction in
            try transaction.execute("DELETE FROM realm_secrets WHERE realm = ?1 AND label = ?2", realm.id, label)
        }
        return true
    }

    private static let longest = 16 << 10

    private static func context(_ label: String, _ realm: Realm) -> String { "realm secret/\(realm.id.text)/\(label)" }
}
