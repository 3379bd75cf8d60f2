package import Foundation
package import Primitives
package import Store

/// Changes configuration: the change, its place in the audit log and the raised revision are one transaction. A change that names what the
/// realm doesn't have, or removes what is named, is refused (``References``).
package struct ConfigurationChange: Sendable {
    package let revisions: Revisions
    /// The settings that realms have.
    package let settings: SettingsSections
    private let references: References
    private let database: any Database
    private let audit: AuditLog
    private let time: any TimeSource

    package init(database: any Database, revisions: Revisions, audit: AuditLog, time: any TimeSource, features: [Feature]) {
        self.database = database
        self.revisions = revisions
        self.audit = audit
        self.time = time
        settings = SettingsSections(features)
        references = References(features, settings: settings)
    }

    /// Makes a change that one event tells; this process sees it at once.
    /// - Throws: ``/ResourceMessages/ShapeError`` with each new name of what the realm doesn't have; `conflict` for the removal of what is
    ///   named.
    package func write(
        _ kind: AuditEvent.Kind, _ details: JSONObject, realm: UUID, client: String? = nil,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let now = time.now
        try await write(in: realm) { transaction in
            try body(transaction)
            try audit.append(kind, details, at: now, realm: realm, client: client, in: transaction)
        }
    }

    /// Makes a change that writes its own events.
    /// - Throws: as ``write(_:_:realm:client:_:)``.
    package func write(in realm: UUID, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        try await database.write { transaction in
            // First: its row keeps other changes waiting, also where the database lets several write at once.
            try Revisions.raise(in: transaction)
            let before = try references.standing(of: realm, in: transaction)
            try body(transaction)
            try references.check(since: before, of: realm, in: transaction)
        }
    }

    /// Makes a realm. Its settings may name what it is yet to have.
    package func begin(
        _ kind: AuditEvent.Kind, _ details: JSONObject, realm: UUID, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let now = time.now
        try await database.write { transaction in
            try Revisions.raise(in: transaction)
            try body(transaction)
            try audit.append(kind, details, at: now, realm: realm, client: nil, in: transaction)
        }
    }
}
