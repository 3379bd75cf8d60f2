package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The realms of this server.
package struct Realms: Sendable {
    /// The table `realms`; a row goes with the realm that it is.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 1, tables), SchemaStep(40, "audit's personal fields", personalColumn)],
        tables: [.free("realms", filled: .byAdministration, realm: "id", because: "configuration")],
        realms: Realms.self, referrers: [referrers])

    private static let tables: [SQL] = [
        "CREATE TABLE realms (id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, settings TEXT NOT NULL)"
    ]

    /// The column of the audit log's setting, so that writing an event doesn't read all settings.
    private static let personalColumn: [SQL] = [
        "ALTER TABLE realms ADD COLUMN audit_personal_fields TEXT NOT NULL DEFAULT 'kept'",
        "UPDATE realms SET audit_personal_fields = 'hashed' WHERE settings LIKE '%\"auditPersonalFields\":\"hashed\"%'",
        "UPDATE realms SET audit_personal_fields = 'omitted' WHERE settings LIKE '%\"auditPersonalFields\":\"omitted\"%'",
    ]

    /// The realm's own settings name what they say in their forms.
    private static let referrers = Referrers("realm", shape: { .object($0.naming) }) { search in
        try search.transaction.rows("SELECT settings FROM realms WHERE id = ?1", search.realm).map { row in
            let values = try settings(row, search.settings).naming(search.settings)
            return Referrer(id: search.realm.text, words: "the realm's settings", .object(values))
        }
    }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let erasure: Erasure
    private let random: any RandomSource
    private let byPath: RevisionCache<RealmPath, Realm?>
    private let byID: RevisionCache<UUID, Realm>

    package init(database: any Database, configuration: ConfigurationChange, erasure: Erasure, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.erasure = erasure
        self.random = random
        byPath = RevisionCache(configuration.revisions)
        byID = RevisionCache(configuration.revisions)
    }

    /// The realm at a path.
    /// - Throws: `unknownRealm`.
    package func realm(at path: RealmPath) async throws -> Realm {
        if let known = byPath[path] ?? nil { return known }
        let found = try await byPath.value(path) {
            try await database.read { transaction in
                try transaction.row("SELECT id, path, settings FROM realms WHERE path = ?1", path.description)
                    .map(realm)
            }
        }
        guard let found else { throw DomainError(.unknownRealm, "no realm \(path)") }
        return found
    }

    /// The realm of an id, when it was read before and hasn't changed since; nil says nothing.
    package func known(_ id: UUID) -> Realm? { byID[id] }

    /// A realm by its id.
    /// - Throws: `unknownRealm`.
    package func realm(id: UUID) async throws -> Realm {
        if let known = known(id) { return known }
        let found = try await byID.existingValue(id) {
            try await database.read { transaction in
                try transaction.row("SELECT id, path, settings FROM realms WHERE id = ?1", id).map(realm)
            }
        }
        guard let found else { throw DomainError(.unknownRealm, "no realm \(id)") }
        return found
    }

    /// The realms after a path, by path.
    package func all(after path: String = "", limit: Int = .max) async throws -> [Realm] {
        try await database.read { transaction in
            try transaction.rows("SELECT id, path, settings FROM realms WHERE path > ?1 ORDER BY path LIMIT ?2", path, limit).map(realm)
        }
    }

    /// Makes a realm.
    /// - Throws: `alreadyExists`; `unknownRealm` when the parent isn't there.
    package func create(_ path: RealmPath, settings: RealmSettings = RealmSettings()) async throws -> Realm {
        if let parent = path.parent { _ = try await realm(at: parent) }
        let realm = Realm(id: random.uuid(), path: path, settings: settings)
        let text = try text(settings)
        try await configuration.begin(.realmChanged, ["change": "created"], realm: realm.id) { transaction in
            let made = try transaction.execute(
                """
                INSERT INTO realms (id, path, settings, audit_personal_fields) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (path) DO NOTHING
                """, realm.id, path.description, text, settings[EnvironmentSettings.self].auditPersonalFields.rawValue)
            guard made == 1 else { throw DomainError(.alreadyExists, "there is a realm \(path) already") }
        }
        return realm
    }

    /// Replaces a realm's settings.
    /// - Throws: `invalid` for settings that can't work; ``ShapeError`` for those that name what the realm doesn't have.
    package func update(_ realm: Realm) async throws {
        let text = try text(realm.settings)
        try await configuration.write(.realmChanged, ["change": "updated"], realm: realm.id) { transaction in
            let changed = try transaction.execute(
                "UPDATE realms SET settings = ?2, audit_personal_fields = ?3 WHERE id = ?1", realm.id, text,
                realm.settings[EnvironmentSettings.self].auditPersonalFields.rawValue)
            guard changed == 1 else { throw DomainError(.unknownRealm, "no realm \(realm.path)") }
        }
    }

    /// Counts the rows that go with a realm: tables and numbers, without tables that have none of it.
    package func contents(of realm: Realm) async throws -> [(table: String, rows: Int64)] {
        try await database.read { try erasure.rows(ofRealm: realm.id, in: $0) }
    }

    /// Removes a realm with all that is kept in it. Only the audit log remembers, without what tells of persons.
    /// - Throws: `unknownRealm`; `notPermitted` for the root realm, `conflict` for one that has others beneath it.
    package func remove(_ realm: Realm) async throws {
        guard realm.path != .root else { throw DomainError(.notPermitted, "the root realm stays") }
        try await configuration.write(.realmChanged, ["change": "deleted"], realm: realm.id) { transaction in
            let beneath = try transaction.rows("SELECT path FROM realms").compactMap { RealmPath(try $0.text("path")) }
                .filter { $0 != realm.path && $0.names.starts(with: realm.path.names) }
            if let first = beneath.first { throw DomainError(.conflict, "there is \(first) beneath \(realm.path); remove that first") }
            guard try transaction.row("SELECT id FROM realms WHERE id = ?1", realm.id, keeping: .removed) != nil else {
                throw DomainError(.unknownRealm, "no realm \(realm.path)")
            }
            try erasure.erase(realm: realm.id, in: transaction)
        }
    }

    /// The id of the realm at a path, inside a transaction; nil when there is none.
    package static func id(at path: String, in transaction: any ReadTransaction) throws -> UUID? {
        try transaction.row("SELECT id FROM realms WHERE path = ?1", path)?.uuid("id")
    }

    private func realm(_ row: Row) throws -> Realm {
        guard let path = RealmPath(try row.text("path")) else { throw DomainError(.invalid, "a stored realm path is broken") }
        return Realm(id: try row.uuid("id"), path: path, settings: try Self.settings(row, sections))
    }

    static func settings(_ row: Row, _ sections: SettingsSections) throws -> RealmSettings {
        try JSONDecoder().decode(RealmSettings.self, from: Data(try row.text("settings").utf8), configuration: sections)
    }

    private func text(_ settings: RealmSettings) throws -> String {
        try settings.check(sections)
        return String(own: try JSONEncoder().encode(settings, configuration: sections))
    }

    private var sections: SettingsSections { configuration.settings }
}

extension RealmPath {
    fileprivate var parent: RealmPath? { names.isEmpty ? nil : RealmPath(components: names.dropLast()) }
}
