package import Foundation
package import Primitives
package import Store
package import Foundations
import Directory

/// The push credentials of all applications, sealed at rest.
package struct PushCredentials: Sendable {
    /// The table `push_credentials`; rows go with their realm or application.
    package static let feature = Feature(
        history: [SchemaStep(11, "push credentials", tables)],
        tables: [.owned("push_credentials", filled: .byAdministration, by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE push_credentials (
            realm TEXT NOT NULL, application TEXT NOT NULL, id TEXT NOT NULL, content BLOB NOT NULL, created BIGINT NOT NULL,
            updated BIGINT NOT NULL, PRIMARY KEY (realm, application, id))
        """
    ]

    /// The number that an application can have.
    package static let most = 20

    private let database: any Database
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource
    private let known: RevisionCache<Key, [PushCredential]>

    private struct Key: Hashable {
        let realm: UUID
        let application: String
    }

    package init(
        database: any Database, sealer: Sealer, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.sealer = sealer
        self.configuration = configuration
        self.time = time
        self.random = random
        known = RevisionCache(configuration.revisions)
    }

    /// An application's credentials, the newest first. Cached until the configuration changes.
    package func all(of application: String, in realm: UUID) async throws -> [PushCredential] {
        try await known.value(Key(realm: realm, application: application)) {
            let rows = try await database.read { transaction in
                try transaction.rows(
                    "SELECT * FROM push_credentials WHERE realm = ?1 AND application = ?2 ORDER BY created DESC, id", realm, application)
            }
            return try rows.map(credential)
        }
    }

    /// Credentials by their id; nil when the application has none of it.
    package func credential(_ id: UUID, of application: String, in realm: UUID) async throws -> PushCredential? {
        try await all(of: application, in: realm).first { $0.id == id }
    }

    /// Gives an application credentials.
    /// - Throws: ``PushCredentialError`` `.tooMany`.
    package func create(_ content: PushCredential.Content, of application: String, in realm: UUID) async throws -> PushCredential {
        let now = time.now
        let credential = PushCredential(
            id: random.uuid(), realm: realm, application: application, content: content, created: now, updated: now)
        let sealed = try seal(credential)
        try await change(credential, "created") { transaction in
            let count = try transaction.row(
                "SELECT COUNT(*) AS count FROM push_credentials WHERE realm = ?1 AND application = ?2", realm, application)
            guard try count?.int("count") ?? 0 < Self.most else {
                throw PushCredentialError(.tooMany, "an application has at most \(Self.most) push credentials")
            }
            try transaction.execute(
                "INSERT INTO push_credentials (realm, application, id, content, created, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?5)", realm,
                application, credential.id, sealed, now)
        }
        return credential
    }

    /// Replaces credentials; their kind may change with it.
    /// - Throws: ``PushCredentialError`` `.unknown`.
    package func replace(
        _ id: UUID, by content: PushCredential.Content, of application: String, in realm: UUID
    ) async throws -> PushCredential {
        let old = try await existing(id, of: application, in: realm)
        let credential = PushCredential(
            id: id, realm: realm, application: application, content: content, created: old.created, updated: time.now)
        let sealed = try seal(credential)
        try await change(credential, "replaced") { transaction in
            let changed = try transaction.execute(
                "UPDATE push_credentials SET content = ?4, updated = ?5 WHERE realm = ?1 AND application = ?2 AND id = ?3", realm,
                application, id, sealed, credential.updated)
            guard changed == 1 else { throw Self.unknown(id) }
        }
        return credential
    }

    /// Takes credentials away.
    /// - Throws: ``PushCredentialError`` `.unknown`.
    package func delete(_ id: UUID, of application: String, in realm: UUID) async throws {
        try await change(try await existing(id, of: application, in: realm), "deleted") { transaction in
            let gone = try transaction.execute(
                "DELETE FROM push_credentials WHERE realm = ?1 AND application = ?2 AND id = ?3", realm, application, id)
            guard gone == 1 else { throw Self.unknown(id) }
        }
    }

    /// Takes all of an application away, in the transaction that removes the application.
    static func forget(application: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM push_credentials WHERE realm = ?1 AND application = ?2", realm, application)
    }

    private func existing(_ id: UUID, of application: String, in realm: UUID) async throws -> PushCredential {
        guard let found = try await credential(id, of: application, in: realm) else { throw Self.unknown(id) }
        return found
    }

    private func change(
        _ credential: PushCredential, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let details: JSONObject = [
            "change": .string("push credentials \(change)"), "id": .string(credential.id.text),
            "type": .string(credential.kind.rawValue),
        ]
        try await configuration.write(.clientChanged, details, realm: credential.realm, client: credential.application, body)
    }

    private func seal(_ credential: PushCredential) throws -> [UInt8] {
        let text = Secret(bytes: JSONValue.object(credential.content.json).encoded)
        return try sealer.seal(text, context: Self.context(credential.realm, credential.application, credential.id))
    }

    private func credential(_ row: Row) throws -> PushCredential {
        let (realm, application, id) = (try row.uuid("realm"), try row.text("application"), try row.uuid("id"))
        let opened = try sealer.open(try row.blob("content"), context: Self.context(realm, application, id))
        let json = try opened.withBytes { try JSONValue(parsing: $0) }.object ?? JSONObject()
        return PushCredential(
            id: id, realm: realm, application: application, content: try PushCredential.Content(stored: json),
            created: try row.date("created"), updated: try row.date("updated"))
    }

    private static func context(_ realm: UUID, _ application: String, _ id: UUID) -> String {
        "push credentials/\(realm.text)/\(application)/\(id.text)"
    }

    private static func unknown(_ id: UUID) -> PushCredentialError {
        PushCredentialError(.unknown, "the application has no push credentials \(id.text)")
    }
}
