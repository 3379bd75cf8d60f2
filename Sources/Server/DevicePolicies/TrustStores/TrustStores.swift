package import Foundation
import Primitives
package import Store
package import WebAuthn
package import Foundations
import Directory

/// The trust stores of realms.
package struct TrustStores: Sendable {
    /// The tables `trust_stores` and `trusted_models`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(25, "trust stores", tables)],
        tables: [
            .free("trust_stores", filled: .byAdministration, because: "configuration"),
            .free("trusted_models", filled: .byAdministration, because: "kinds of authenticators"),
        ])

    private static let tables: [SQL] = [
        "CREATE TABLE trust_stores (realm TEXT NOT NULL, alias TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (realm, alias))",
        """
        CREATE TABLE trusted_models (
            realm TEXT NOT NULL, alias TEXT NOT NULL, model TEXT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (realm, alias, model))
        """,
    ]

    let database: any Database
    private let configuration: ConfigurationChange

    package init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
    }

    /// A realm's trust stores, by alias.
    package func all(in realm: UUID) async throws -> [TrustStore] {
        try await database.read { transaction in
            try transaction.rows("SELECT alias, content FROM trust_stores WHERE realm = ?1 ORDER BY alias", realm).map { row in
                try TrustStore(alias: try row.text("alias"), text: try row.text("content"))
            }
        }
    }

    /// The trust store of an alias; nil when the realm has none.
    package func store(_ alias: String, in realm: UUID) async throws -> TrustStore? {
        try await database.read { try Self.store(alias, in: realm, $0) }
    }

    /// Reads what a store's metadata says of the models of some names.
    package func models(named names: [String], of alias: String, in realm: UUID) async throws -> [String: MetadataEntry] {
        try await database.read { transaction in
            var models: [String: MetadataEntry] = [:]
            for name in names {
                let row = try transaction.row(
                    "SELECT entry FROM trusted_models WHERE realm = ?1 AND alias = ?2 AND model = ?3", realm, alias, name)
                models[name] = try row.map { MetadataEntry(try JSONValue(parsing: try $0.text("entry"), limits: .own())) } ?? nil
            }
            return models
        }
    }

    /// Takes over what files brought. Of each kind that they bring, it takes the place of what the store had.
    ///
    /// - Parameter metadata: the verified content of the material's metadata file.
    /// - Throws: `invalid` for an alias that is none, for nothing, and for metadata older than the store's.
    package func load(
        _ material: TrustMaterial, metadata: MetadataBlob? = nil, as alias: String, in realm: UUID
    ) async throws -> TrustStore {
        try RealmLabel.check(alias)
        guard !material.certificates.isEmpty || !material.revocations.isEmpty || metadata != nil else {
            throw DomainError(.invalid, "the files hold neither certificates, nor revocation lists, nor metadata")
        }
        try await configuration.write(
            .realmChanged, ["change": "trust store loaded", "trustStore": .string(alias)], realm: realm
        ) { transaction in
            var store = try Self.store(alias, in: realm, transaction) ?? TrustStore(alias: alias)
            if !material.certificates.isEmpty { store.certificates = material.certificates }
            if !material.revocations.isEmpty { store.revocations = material.revocations }
            if let metadata { try Self.take(metadata, into: &store, realm, transaction) }
            try transaction.execute(
                """
                INSERT INTO trust_stores (realm, alias, content) VALUES (?1, ?2, ?3)
                ON CONFLICT (realm, alias) DO UPDATE SET content = ?3
                """, realm, alias, store.text)
        }
        return try await store(alias, in: realm) ?? TrustStore(alias: alias)
    }

    /// Removes a trust store; false when there was none.
    package func remove(_ alias: String, in realm: UUID) async throws -> Bool {
        guard try await store(alias, in: realm) != nil else { return false }
        try await configuration.write(
            .realmChanged, ["change": "trust store removed", "trustStore": .string(alias)], realm: realm
        ) { transaction in
            try transaction.execute("DELETE FROM trust_stores WHERE realm = ?1 AND alias = ?2", realm, alias)
            try transaction.execute("DELETE FROM trusted_models WHERE realm = ?1 AND alias = ?2", realm, alias)
        }
        return true
    }

    private static func take(
        _ metadata: MetadataBlob, into store: inout TrustStore, _ realm: UUID, _ transaction: any WriteTransaction
    ) throws {
        // MDS 3.0 §3.2: an older file would bring back what was revoked since.
        if let number = store.metadata?.number, metadata.number < number {
            throw DomainError(.invalid, "the metadata file has the number \(metadata.number), and the store has \(number) already")
        }
        // Where two entries have a name in common, the one that warns counts.
        let entries = metadata.entries.filter { !$0.isCompromised } + metadata.entries.filter(\.isCompromised)
        let models = entries.flatMap { entry in entry.names.map { ($0, entry) } }
        try transaction.execute("DELETE FROM trusted_models WHERE realm = ?1 AND alias = ?2", realm, store.alias)
        for (name, entry) in models {
            try transaction.execute(
                """
                INSERT INTO trusted_models (realm, alias, model, entry) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (realm, alias, model) DO UPDATE SET entry = ?4
                """, realm, store.alias, name, entry.json.text)
        }
        store.metadata = TrustStore.Metadata(number: metadata.number, nextUpdate: metadata.nextUpdate, models: models.count)
    }

    static func store(_ alias: String, in realm: UUID, _ transaction: any ReadTransaction) throws -> TrustStore? {
        try transaction.row("SELECT content FROM trust_stores WHERE realm = ?1 AND alias = ?2", realm, alias).map { row in
            try TrustStore(alias: alias, text: try row.text("content"))
        }
    }
}
