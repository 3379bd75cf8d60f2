package import Foundation
import Primitives
import ScriptMessages
package import Store
package import Foundations

/// The scripts of all realms.
package struct ScriptLibrary: Sendable {
    /// The table `scripts`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(3, "scripts", tables)],
        tables: [.free("scripts", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE scripts (
            realm TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, description TEXT, body TEXT NOT NULL, context TEXT NOT NULL,
            generation TEXT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, name))
        """
    ]

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let known: RevisionCache<Key, Script>

    package init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
        known = RevisionCache(configuration.revisions)
    }

    /// A script by its id or its name; nil when there is none. Cached until the configuration changes.
    package func script(_ name: String, in realm: UUID) async throws -> Script? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            try await database.read { transaction in
                let row = try transaction.row(
                    "SELECT * FROM scripts WHERE realm = ?1 AND (id = ?2 OR name = ?3) ORDER BY id <> ?2", realm, UUID(text: name), name)
                return
                    try row
                    .map(Self.script)
            }
        }
    }

    /// All scripts of a realm, by name.
    package func all(in realm: UUID) async throws -> [Script] {
        try await database.read { transaction in
            try transaction.rows("SELECT * FROM scripts WHERE realm = ?1 ORDER BY name", realm).map(Self.script)
        }
    }

    /// Stores a script, new or in place of the one with the same id.
    /// - Throws: `invalid`; `alreadyExists` when another script has the name.
    package func save(_ script: Script, in realm: UUID) async throws {
        try script.check()
        try await change(script, in: realm, "saved") { try Self.write(script, realm: realm, in: $0) }
    }

    static func write(_ script: Script, realm: UUID, in transaction: any WriteTransaction) throws {
        let other = try transaction.row(
            "SELECT id FROM scripts WHERE realm = ?1 AND name = ?2 AND id <> ?3", realm, script.name, script.id)
        guard other == nil else { throw DomainError(.alreadyExists, "there is a script \(script.name) with another id already") }
        try transaction.execute(
            """
            INSERT INTO scripts (realm, id, name, description, body, context, generation) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (realm, id) DO UPDATE SET name = ?3, description = ?4, body = ?5, context = ?6, generation = ?7
            """, realm, script.id, script.name, script.description, script.text, script.context.rawValue, script.generation.rawValue)
    }

    /// Removes a script.
    /// - Throws: `unknownScript`.
    package func delete(_ script: Script, in realm: UUID) async throws {
        try await change(script, in: realm, "deleted") { transaction in
            let gone = try transaction.execute("DELETE FROM scripts WHERE realm = ?1 AND id = ?2", realm, script.id)
            guard gone == 1 else { throw DomainError(.unknownScript, "no script \(script.name)") }
        }
    }

    private func change(
        _ script: Script, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let details: JSONObject = [
            "script": .string(script.name), "id": .string(script.id.text), "change": .string(change),
        ]
        try await configuration.write(.scriptChanged, details, realm: realm, body)
    }

    private static func script(_ row: Row) throws -> Script {
        var script = Script(id: try row.uuid("id"), name: try row.text("name"), text: try row.text("body"))
        script.description = try row.optionalText("description")
        script.context = Script.Context(rawValue: try row.text("context"))
        script.generation = ScriptSource.Generation(rawValue: try row.text("generation")) ?? .legacy
        return script
    }
}
