package import Foundation
package import Primitives
package import Store

/// Changes configuration: the change, its place in the audit log and the raised revision are one transaction.
package struct ConfigurationChange: Sendable {
    package let revisions: Revisions
    /// The settings that realms have, which may name what is changed.
    package let settings: SettingsSections
    private let database: any Database
    private let audit: AuditLog
    private let time: any TimeSource

    package init(database: any Database, revisions: Revisions, audit: AuditLog, time: any TimeSource, settings: SettingsSections) {
        self.database = database
        self.revisions = revisions
        self.audit = audit
        self.time = time
        self.settings = settings
    }

    /// Makes a change that one event tells; this process sees it at once.
    package func write(
        _ kind: AuditEvent.Kind, _ details: JSONObject, realm: UUID, client: String? = nil,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let now = time.now
        try await write { transaction in
            try body(transaction)
            try audit.append(kind, details, at: now, realm: realm, client: client, in: transaction)
        }
    }

    /// Makes a change that writes its own events.
    package func write(_ body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws {
        try await database.write { transaction in
            try body(transaction)
            try Revisions.raise(in: transaction)
        }
    }
}
