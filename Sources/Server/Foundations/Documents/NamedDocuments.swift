package import Foundation
package import Primitives
package import Store

/// The documents that realms keep by name, as JSON: journeys, policy sets, templates, providers. Their meaning is known to the callers
/// alone.
package struct NamedDocuments: Sendable {
    /// The table `documents`; rows go with their realm.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 4, journeys),
            SchemaStep(5, "policies", policySets),
            SchemaStep(7, "mail", place: 1, emailTemplates),
            SchemaStep(8, "identity providers", identityProviders),
            SchemaStep(9, "documents", tables),
            SchemaStep(9, "documents", place: 1, gathering),
        ],
        tables: [.free("documents", filled: .byAdministration, because: "configuration")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE documents (
            realm TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, secret BLOB, revision BIGINT NOT NULL,
            PRIMARY KEY (realm, kind, name))
        """
    ]

    /// One kind of documents: a name in it is unique in its realm.
    package struct Kind: Sendable {
        /// The name in the table, and the audit log's member that names a document of the kind.
        package let name: String
        /// The same for people.
        package let noun: String
        /// The audit event of a document that was saved or deleted.
        package let changed: AuditEvent.Kind
        /// The error code for a name that the realm has no document of.
        package let unknown: DomainError.Code

        package init(name: String, noun: String, changed: AuditEvent.Kind, unknown: DomainError.Code) {
            self.name = name
            self.noun = noun
            self.changed = changed
            self.unknown = unknown
        }
    }

    private let kind: Kind
    private let database: any Database
    private let configuration: ConfigurationChange

    package init(_ kind: Kind, database: any Database, configuration: ConfigurationChange) {
        self.kind = kind
        self.database = database
        self.configuration = configuration
    }

    /// A document by its name; nil when there is none.
    package func document(_ name: String, in realm: UUID) async throws -> NamedDocument? {
        try await database.read { [kind] transaction in
            try Self.document(name, kind, realm: realm, in: transaction)
        }
    }

    /// All documents of a realm, by name.
    package func all(in realm: UUID) async throws -> [NamedDocument] {
        try await database.read { [kind] transaction in
            try Self.all(kind, realm: realm, in: transaction)
        }
    }

    /// The names of a realm's documents.
    package func names(in realm: UUID) async throws -> [String] {
        try await database.read { [kind] transaction in
            try transaction.rows("SELECT name FROM documents WHERE realm = ?1 AND kind = ?2 ORDER BY name", realm, kind.name)
                .map { try $0.text("name") }
        }
    }

    /// Stores a document, new or in place of the one of the same name.
    /// - Parameter secret: a sealed secret that belongs to it and is not written out with it.
    package func save(_ definition: JSONValue, secret: [UInt8]? = nil, named name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "saved") { [kind] transaction in
            try Self.write(definition, secret: secret, kind, named: name, realm: realm, in: transaction)
        }
    }

    /// Removes a document.
    /// - Throws: the kind's error for one that isn't there; `conflict` for one that others name.
    package func delete(_ name: String, in realm: UUID) async throws {
        try await change(name, in: realm, "deleted") { [kind] transaction in
            try Self.remove(name, kind, realm: realm, in: transaction)
        }
    }

    /// Writes a document as part of a greater change.
    package static func write(
        _ definition: JSONValue, secret: [UInt8]? = nil, _ kind: Kind, named name: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO documents (realm, kind, name, definition, secret, revision) VALUES (?1, ?2, ?3, ?4, ?5, 1)
            ON CONFLICT (realm, kind, name) DO UPDATE SET definition = ?4, secret = ?5, revision = documents.revision + 1
            """, realm, kind.name, name, definition.text, secret)
    }

    /// A document by its name, inside a transaction.
    package static func document(_ name: String, _ kind: Kind, realm: UUID, in transaction: any ReadTransaction) throws -> NamedDocument? {
        try transaction.row("SELECT * FROM documents WHERE realm = ?1 AND kind = ?2 AND name = ?3", realm, kind.name, name)
            .map(NamedDocument.init)
    }

    /// True where a realm has a document of that name.
    ///
    /// - Parameter hold: what other writers may not do to it until the transaction ends.
    package static func isThere(
        _ name: String, _ kind: Kind, realm: UUID, in transaction: any ReadTransaction, keeping hold: RowHold = .kept
    ) throws -> Bool {
        try transaction.row(
            "SELECT name FROM documents WHERE realm = ?1 AND kind = ?2 AND name = ?3", realm, kind.name, name, keeping: hold) != nil
    }

    /// All documents of a realm, by name, inside a transaction.
    package static func all(_ kind: Kind, realm: UUID, in transaction: any ReadTransaction) throws -> [NamedDocument] {
        try transaction.rows("SELECT * FROM documents WHERE realm = ?1 AND kind = ?2 ORDER BY name", realm, kind.name)
            .map(NamedDocument.init)
    }

    /// Removes a document as part of a greater change.
    /// - Throws: the kind's error for one that isn't there.
    package static func remove(_ name: String, _ kind: Kind, realm: UUID, in transaction: any WriteTransaction) throws {
        let gone = try transaction.execute(
            "DELETE FROM documents WHERE realm = ?1 AND kind = ?2 AND name = ?3", realm, kind.name, name)
        guard gone == 1 else { throw DomainError(kind.unknown, "no \(kind.noun) \(name)") }
    }

    private func change(
        _ name: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(kind.changed, [kind.name: .string(name), "change": .string(change)], realm: realm, body)
    }
}

/// A stored document.
package struct NamedDocument: Sendable {
    /// The name, unique among the realm's documents of the kind.
    package let name: String
    /// The content, as its kind writes it.
    package let definition: JSONValue
    /// Sealed.
    package let secret: [UInt8]?
    /// Grows with every change.
    package let revision: Int64

    fileprivate init(_ row: Row) throws {
        name = try row.text("name")
        definition = try JSONValue(parsing: try row.text("definition"), limits: .own())
        secret = try row.optionalBlob("secret")
        revision = try row.int("revision")
    }
}
