import DeviceMessages
package import Foundation
package import JOSE
package import Primitives
package import Store
package import Foundations
package import Directory

/// The public keys of installations of the older product, which an administrator imported: each may move over once
/// (`docs/protocols/device-protocol.md` 8).
package struct MigrationKeys: Sendable {
    /// The table `migration_keys`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [
            SchemaStep(15, "migrations", tables), SchemaStep(34, "pingid", place: 9, movedColumn),
            SchemaStep(42, "rows by index", place: 5, keyIndex),
        ],
        tables: [.owned("migration_keys", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE migration_keys (
            realm TEXT NOT NULL, device TEXT NOT NULL, public_key TEXT NOT NULL, user_id TEXT NOT NULL, application TEXT NOT NULL,
            pairing_key TEXT, created BIGINT NOT NULL, PRIMARY KEY (realm, device))
        """
    ]

    private static let keyIndex: [SQL] = ["CREATE INDEX migration_keys_pairing ON migration_keys (realm, pairing_key)"]

    /// The column that says when an installation has moved.
    private static let movedColumn: [SQL] = ["ALTER TABLE migration_keys ADD COLUMN moved BIGINT"]

    package let database: any Database
    package let audit: AuditLog
    package let applications: Applications
    package let time: any TimeSource

    package init(database: any Database, audit: AuditLog, applications: Applications, time: any TimeSource) {
        self.database = database
        self.audit = audit
        self.applications = applications
        self.time = time
    }

    /// One installation that may move.
    struct Entry: Sendable {
        let device: String
        let key: JWK
        let user: UUID
        let application: String
        /// The pairing key that its move has used; nil while it hasn't moved.
        let pairingKey: UUID?
        let isMoved: Bool

        /// Whether this server knows the installation itself: its id is then its key's thumbprint, and it is a device of its user.
        var isOwn: Bool { key.thumbprintText == device }
    }

    /// Takes an installation's key over; one that was imported before and hasn't moved is replaced.
    ///
    /// - Parameters:
    ///   - device: the device's id in the older product.
    ///   - application: the native application that it becomes an installation of.
    /// - Throws: `invalid` for a key that isn't a public one on P-256, or an application that no phone can have; `conflict` for one that
    ///   has moved.
    package func add(_ key: JWK, of device: String, for user: User, application: String, in realm: Realm) async throws {
        guard case .ec(let point) = key.material, point.curve == .p256, let key = key.publicKey else {
            throw DomainError(.invalid, "an installation's key is one on P-256")
        }
        guard (1...128).contains(device.utf8.count) else { throw DomainError(.invalid, "a device's id has 1 to 128 bytes") }
        _ = try await applications.mobileApplication(application, in: realm)
        let (text, now) = (Installation.text(key), time.now)
        try await database.write { transaction in
            let added = try transaction.execute(
                """
                INSERT INTO migration_keys (realm, device, public_key, user_id, application, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (realm, device) DO UPDATE SET public_key = ?3, user_id = ?4, application = ?5, created = ?6
                WHERE migration_keys.pairing_key IS NULL
                """, realm.id, device, text, user.id, application, now)
            guard added == 1 else { throw DomainError(.conflict, "the device \(device) has moved already") }
            try audit.append(.migrationKeyAdded, ["device": .string(device)], at: now, realm: realm.id, user: user.id, in: transaction)
        }
    }

    static func entry(_ device: String, realm: UUID, in transaction: any ReadTransaction) throws -> Entry? {
        let row = try transaction.row("SELECT * FROM migration_keys WHERE realm = ?1 AND device = ?2", realm, device, keeping: .changed)
        return try row.map {
            Entry(
                device: try $0.text("device"), key: try JWK(parsing: Array(try $0.text("public_key").utf8)), user: try $0.uuid("user_id"),
                application: try $0.text("application"), pairingKey: try $0.optionalUUID("pairing_key"),
                isMoved: try $0.optionalDate("moved") != nil)
        }
    }

    /// Uses an entry up for a pairing key, if it stands as it was read; false when another one was quicker.
    static func use(_ entry: Entry, for key: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            UPDATE migration_keys SET pairing_key = ?3
            WHERE realm = ?1 AND device = ?2 AND moved IS NULL AND COALESCE(pairing_key, '') = ?4
            """, realm, entry.device, key, entry.pairingKey?.text ?? "") == 1
    }

    // MARK: - Installations that this server knows

    /// Lets an installation that is trusted here move over; one that an administrator imported, or that is let already, stays as it is.
    package static func offer(
        _ installation: Installation, for user: UUID, application: String, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO migration_keys (realm, device, public_key, user_id, application, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, device) DO NOTHING
            """, installation.realm, installation.id, Installation.text(installation.signing.key), user, application, now)
    }

    /// Takes back what ``offer(_:for:application:at:in:)`` let, also where the move was begun and not confirmed.
    package static func withdraw(
        _ installation: String, of user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        let row = try transaction.row(
            "SELECT pairing_key FROM migration_keys WHERE realm = ?1 AND device = ?2 AND user_id = ?3 AND moved IS NULL", realm,
            installation, user)
        guard let row else { return }
        if let key = try row.optionalUUID("pairing_key") {
            try PairingKeys.fail(key, "the older installation is no device of the user's any more", realm: realm, at: now, in: transaction)
        }
        try transaction.execute("DELETE FROM migration_keys WHERE realm = ?1 AND device = ?2", realm, installation)
    }

    /// Notes that the installation whose move used a pairing key has moved; gives it, the first time.
    static func finish(_ key: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> Entry? {
        let row = try transaction.row(
            "SELECT device FROM migration_keys WHERE realm = ?1 AND pairing_key = ?2 AND moved IS NULL", realm, key)
        guard let device = try row?.text("device") else { return nil }
        let isFirst =
            try transaction.execute(
                "UPDATE migration_keys SET moved = ?3 WHERE realm = ?1 AND device = ?2 AND moved IS NULL", realm, device, now) == 1
        return isFirst ? try entry(device, realm: realm, in: transaction) : nil
    }

    /// Whether an installation is one of the older product that this server knows, and that hasn't moved: its app may be the successor's by now.
    static func mayMove(_ installation: String, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM migration_keys WHERE realm = ?1 AND device = ?2 AND moved IS NULL", realm, installation) != nil
    }

    /// Whether an installation of the older product has moved, so that it speaks for no user any more.
    package static func hasMoved(_ device: String, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM migration_keys WHERE realm = ?1 AND device = ?2 AND moved IS NOT NULL", realm, device) != nil
    }
}
