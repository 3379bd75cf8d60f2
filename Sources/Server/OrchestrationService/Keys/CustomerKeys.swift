package import Directory
package import Foundation
package import Foundations
package import Primitives
import Store

/// The keys by which customers' servers call: random texts, of which the database has hashes. A key is an application's.
package struct CustomerKeys: Sendable {
    /// The table `orchestration_keys`; rows go with their realm or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 1, tables)],
        tables: [.owned("orchestration_keys", filled: .byAdministration, by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_keys (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, hash BLOB NOT NULL, created BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX orchestration_keys_hash ON orchestration_keys (realm, hash)",
    ]

    /// The number of keys of an application.
    private static let most = 20
    private static let longest = 128

    private let database: any Database
    private let hashes: RealmHashes
    /// The applications of keys that were presented. Every call presents one.
    private let known: RevisionCache<Presented, String>
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource

    init(
        database: any Database, sealer: Sealer, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.configuration = configuration
        hashes = RealmHashes("orchestration customer keys", sealer)
        known = RevisionCache(configuration.revisions)
        self.time = time
        self.random = random
    }

    private struct Presented: Hashable {
        let realm: UUID
        let hash: [UInt8]
    }

    /// A key's name, whose it is, and when it was made.
    package struct Listed: Sendable, Equatable {
        /// The name of the key; not its secret.
        package let id: String
        /// The id of the application, its `client_id`.
        package let application: String
        /// The time of creation.
        package let created: Date
    }

    /// Makes a key, whose text is told once.
    /// - Throws: `unknownApplication` for one that isn't one of these; `conflict` when it has too many.
    package func make(for application: String, in realm: Realm) async throws -> (id: String, text: Secret) {
        let (id, text, now) = (random.token(8), Secret("gok_" + random.token(32)), time.now)
        let hash = hashes[realm.id].hash(text)
        try await configuration.write(
            .clientChanged, ["change": "orchestration key made", "key": .string(id)], realm: realm.id, client: application
        ) { transaction in
            let known = try transaction.row(
                "SELECT 1 AS found FROM orchestration_applications WHERE realm = ?1 AND application = ?2", realm.id, application)
            guard known != nil else {
                throw DomainError(.unknownApplication, "no application \(application.prefix(64)) whose users have such authenticators")
            }
            let count = try transaction.row(
                "SELECT COUNT(*) AS count FROM orchestration_keys WHERE realm = ?1 AND application = ?2", realm.id, application)
            guard try count?.int("count") ?? 0 < Self.most else {
                throw DomainError(.conflict, "the application has \(Self.most) keys, which is the most; remove one first")
            }
            try transaction.execute(
                "INSERT INTO orchestration_keys (realm, id, application, hash, created) VALUES (?1, ?2, ?3, ?4, ?5)", realm.id, id,
                application, hash, now)
        }
        return (id, text)
    }

    /// Removes a key; false when there was none.
    package func remove(_ id: String, in realm: Realm) async throws -> Bool {
        guard let known = try await all(in: realm).first(where: { $0.id == id }) else { return false }
        try await configuration.write(
            .clientChanged, ["change": "orchestration key removed", "key": .string(id)], realm: realm.id, client: known.application
        ) { try $0.execute("DELETE FROM orchestration_keys WHERE realm = ?1 AND id = ?2", realm.id, id) }
        return true
    }

    /// The keys of a realm, the oldest first.
    package func all(in realm: Realm) async throws -> [Listed] {
        try await database.read { transaction in
            try transaction.rows(
                "SELECT id, application, created FROM orchestration_keys WHERE realm = ?1 ORDER BY created, id", realm.id
            ).map { Listed(id: try $0.text("id"), application: try $0.text("application"), created: try $0.date("created")) }
        }
    }

    /// The application that a key is of; nil for a text that is none.
    func application(of text: Secret, in realm: Realm) async throws -> String? {
        guard text.count <= Self.longest else { return nil }
        let hashes = hashes[realm.id].hashes(text)
        let presented = Presented(realm: realm.id, hash: hashes[0])
        if let known = known[presented] { return known }
        return try await known.existingValue(presented) { try await application(of: hashes, in: realm) }
    }

    private func application(of hashes: [[UInt8]], in realm: Realm) async throws -> String? {
        try await database.lookUp { transaction in
            for hash in hashes {
                let row = try transaction.row(
                    "SELECT application FROM orchestration_keys WHERE realm = ?1 AND hash = ?2", realm.id, hash)
                if let row { return try row.text("application") }
            }
            return nil
        }
    }
}
