package import Foundation
import Primitives
import Store

/// The e-mail templates of all realms.
package struct EmailTemplates: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE email_templates (
            realm TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, revision BIGINT NOT NULL, PRIMARY KEY (realm, name))
        """
    ]

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let known: RevisionCache<Key, EmailTemplate>

    init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
        known = RevisionCache(configuration.revisions)
    }

    /// A template by its name; nil when there is none. Cached until the configuration changes.
    package func template(_ name: String, in realm: UUID) async throws -> EmailTemplate? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            try await database.read { transaction in
                try transaction.row("SELECT * FROM email_templates WHERE realm = ?1 AND name = ?2", realm, name).map(Self.template)
            }
        }
    }

    /// All templates of a realm, by name.
    package func all(in realm: UUID) async throws -> [EmailTemplate] {
        try await database.read { transaction in
            try transaction.rows("SELECT * FROM email_templates WHERE realm = ?1 ORDER BY name", realm).map(Self.template)
        }
    }

    /// Stores a template, new or in place of the one of the same name.
    package func save(_ template: EmailTemplate, in realm: UUID) async throws {
        try await change(template.name, in: realm, "saved") { transaction in
            try transaction.execute(
                """
                INSERT INTO email_templates (realm, name, body, revision) VALUES (?1, ?2, ?3, 1)
                ON CONFLICT (realm, name) DO UPDATE SET body = ?3, revision = email_templates.revision + 1
                """, realm, template.name, JSONValue.object(template.json).text)
        }
    }

    /// Removes a template.
    /// - Throws: `unknownTemplate`.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "deleted") { transaction in
            let gone = try transaction.execute("DELETE FROM email_templates WHERE realm = ?1 AND name = ?2", realm, name)
            guard gone == 1 else { throw DomainError(.unknownTemplate, "no e-mail template \(name)") }
        }
    }

    private func change(
        _ name: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(.templateChanged, ["template": .string(name), "change": .string(change)], realm: realm, body)
    }

    private static func template(_ row: Row) throws -> EmailTemplate {
        try EmailTemplate(try row.text("name"), try JSONValue(parsing: try row.text("body")).object ?? JSONObject())
    }
}
