package import Foundation
package import Primitives
import Store

/// The journeys' definitions as they are stored, a JSON document each. What they mean is the engine's affair.
package struct JourneyLibrary: Sendable {
    static let tables: [SQL] = [
        """
        CREATE TABLE journeys (
            realm TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, revision BIGINT NOT NULL,
            PRIMARY KEY (realm, name))
        """
    ]

    /// A stored journey. The revision grows with every change, so that a state begun under another one is recognised.
    package struct Entry: Sendable {
        package let name: String
        package let definition: JSONValue
        package let revision: Int64
    }

    private let database: any Database
    private let configuration: ConfigurationChange

    init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        self.configuration = configuration
    }

    /// Grows with every change of any journey or other configuration: what a cache of parsed journeys goes by.
    package var revisions: Revisions { configuration.revisions }

    /// A journey's definition; nil when there is none.
    package func entry(_ name: String, in realm: UUID) async throws -> Entry? {
        try await database.read { transaction in
            try transaction.row("SELECT * FROM journeys WHERE realm = ?1 AND name = ?2", realm, name).map(Self.entry)
        }
    }

    /// All journeys of a realm, by name.
    package func all(in realm: UUID) async throws -> [Entry] {
        try await database.read { transaction in
            try transaction.rows("SELECT * FROM journeys WHERE realm = ?1 ORDER BY name", realm).map(Self.entry)
        }
    }

    /// Stores a journey, new or in place of the one of the same name.
    package func save(_ definition: JSONValue, named name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "saved") { try Self.write(definition, named: name, realm: realm, in: $0) }
    }

    static func write(_ definition: JSONValue, named name: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO journeys (realm, name, definition, revision) VALUES (?1, ?2, ?3, 1)
            ON CONFLICT (realm, name) DO UPDATE SET definition = ?3, revision = journeys.revision + 1
            """, realm, name, definition.text)
    }

    /// Removes a journey.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "deleted") { transaction in
            let gone = try transaction.execute("DELETE FROM journeys WHERE realm = ?1 AND name = ?2", realm, name)
            guard gone == 1 else { throw DomainError(.unknownJourney, "no journey \(name)") }
        }
    }

    private func change(
        _ name: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(
            .journeyChanged, ["journey": .string(name), "change": .string(change)], realm: realm, body)
    }

    private static func entry(_ row: Row) throws -> Entry {
        Entry(
            name: try row.text("name"), definition: try JSONValue(parsing: try row.text("definition")),
            revision: try row.int("revision"))
    }
}
