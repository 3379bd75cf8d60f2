import Foundation
import Primitives
package import Store
package import Foundations
package import Directory

/// The realms' mail servers. Their passwords are sealed at rest.
package struct MailServers: Sendable {
    /// The table `mail_servers`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(7, "mail", tables)],
        tables: [.free("mail_servers", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = [
        "CREATE TABLE mail_servers (realm TEXT PRIMARY KEY, settings TEXT NOT NULL, password BLOB)"
    ]

    private let database: any Database
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let realms: Realms
    private let known: RevisionCache<UUID, MailServer?>

    package init(database: any Database, sealer: Sealer, configuration: ConfigurationChange, realms: Realms) {
        self.database = database
        self.sealer = sealer
        self.configuration = configuration
        self.realms = realms
        known = RevisionCache(configuration.revisions)
    }

    /// The server that a realm's mail goes through: its own, else that of the nearest realm above it; nil when there is none.
    package func server(for realm: Realm) async throws -> MailServer? {
        var realm = realm
        while true {
            if let server = try await own(of: realm) { return server }
            guard let parent = RealmPath(components: realm.path.names.dropLast()), !realm.path.names.isEmpty else { return nil }
            realm = try await realms.realm(at: parent)
        }
    }

    /// A realm's own server.
    package func own(of realm: Realm) async throws -> MailServer? {
        try await known.value(realm.id) {
            let row = try await database.read { try $0.row("SELECT * FROM mail_servers WHERE realm = ?1", realm.id) }
            return try row.map(server)
        }
    }

    /// Sets a realm's server.
    /// - Throws: ``MessageError`` `.invalid`.
    package func set(_ server: MailServer, of realm: Realm) async throws {
        try server.check()
        let settings = String(own: try JSONEncoder().encode(server.settings))
        let password = try server.password.map { try sealer.seal($0, context: Self.context(realm.id)) }
        try await configuration.write(.realmChanged, ["change": "mail server"], realm: realm.id) { transaction in
            try transaction.execute(
                """
                INSERT INTO mail_servers (realm, settings, password) VALUES (?1, ?2, ?3)
                ON CONFLICT (realm) DO UPDATE SET settings = ?2, password = ?3
                """, realm.id, settings, password)
        }
    }

    /// Takes a realm's server away; false when it had none.
    package func remove(of realm: Realm) async throws -> Bool {
        let had = try await own(of: realm) != nil
        try await configuration.write(.realmChanged, ["change": "mail server removed"], realm: realm.id) { transaction in
            try transaction.execute("DELETE FROM mail_servers WHERE realm = ?1", realm.id)
        }
        return had
    }

    private func server(_ row: Row) throws -> MailServer {
        let settings = try JSONDecoder().decode(MailServerSettings.self, from: Data(try row.text("settings").utf8))
        let realm = try row.uuid("realm")
        return MailServer(settings, password: try row.optionalBlob("password").map { try sealer.open($0, context: Self.context(realm)) })
    }

    private static func context(_ realm: UUID) -> String { "mail server/\(realm.text)" }
}
