package import Foundation
package import PingIDMessages
import Primitives
package import Foundations
package import Store
import DeviceRegistry

/// The trust of an application in one installation for one user; also of one that was only seen.
///
/// A trusted installation is a device of its user as any other (``/DeviceRegistry/UserDevice``); one that is seen or ignored is none.
package struct TrustRecord: Sendable, Equatable {
    /// The table `pingid_trust`; rows go with their realm, user, device or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 3, tables), SchemaStep(42, "rows by index", place: 13, seenIndex)],
        // An installation that loses its last device may still be ignored for another user.
        tables: [.owned("pingid_trust", filled: .byOwners, by: .user("user_id"), .device("device"), .application("application"))],
        expiry: [
            Expiry(
                "pingid_trust", key: "realm, application, user_id, installation", by: "accessed", kept: seenFor,
                where: "(level IS NULL OR level = 'ignored') AND (level IS NULL OR ignored_until < ?1)")
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_trust (
            realm TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, installation TEXT NOT NULL, id TEXT NOT NULL,
            level TEXT, device TEXT, trusted_since BIGINT, ignored_since BIGINT, ignored_until BIGINT, first_seen BIGINT NOT NULL,
            accessed BIGINT NOT NULL, PRIMARY KEY (realm, application, user_id, installation))
        """,
        // A user has one primary device in an application, whatever two transactions do at once.
        "CREATE UNIQUE INDEX pingid_trust_primary ON pingid_trust (realm, application, user_id) WHERE level = 'primary'",
        "CREATE INDEX pingid_trust_installation ON pingid_trust (realm, installation)",
        "CREATE INDEX pingid_trust_device ON pingid_trust (realm, device)",
    ]

    // Those that were only seen: what is trusted stays.
    private static let seenIndex: [SQL] = [
        "CREATE INDEX pingid_trust_seen ON pingid_trust (accessed) WHERE level IS NULL OR level = 'ignored'"
    ]

    /// The number of seconds for which an installation that was only seen is remembered: 90 days.
    private static let seenFor: TimeInterval = 90 * 86_400
    /// The number of installations that were only seen, for one user of an application.
    private static let mostSeen = 50

    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The id of the user.
    package let user: UUID
    /// The id of the installation.
    package let installation: String
    /// The id by which the customer's server names it while it is only seen.
    package let id: UUID
    /// nil for one that was only seen.
    package var level: TrustLevel?
    /// The device that a trusted installation is to the user.
    package var device: UUID?
    /// The time when the installation was first trusted; nil for one that isn't.
    package var trustedSince: Date?
    /// The time when it was ignored; nil for one that isn't.
    package var ignoredSince: Date?
    /// nil for one that is ignored without an end.
    package var ignoredUntil: Date?
    /// The time when it was seen first.
    package let firstSeen: Date
    /// The time when it was seen last.
    package var accessed: Date

    /// The trust at a time: an interval that has ended leaves none.
    package func level(at now: Date) -> TrustLevel? {
        guard level == .ignored, let end = ignoredUntil, end <= now else { return level }
        return nil
    }

    /// Whether the installation is trusted at a time.
    package func isTrusted(at now: Date) -> Bool { level(at: now)?.isTrusted == true }
}

extension TrustRecord {
    init(_ row: Row) throws {
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        installation = try row.text("installation")
        id = try row.uuid("id")
        level = try row.optionalText("level").flatMap { TrustLevel(exactly: $0) }
        device = try row.optionalUUID("device")
        trustedSince = try row.optionalDate("trusted_since")
        ignoredSince = try row.optionalDate("ignored_since")
        ignoredUntil = try row.optionalDate("ignored_until")
        firstSeen = try row.date("first_seen")
        accessed = try row.date("accessed")
    }

    /// The records of a user in an application: the primary device first, then those that are trusted longest.
    package static func all(
        of user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [TrustRecord] {
        try transaction.rows(
            """
            SELECT * FROM pingid_trust WHERE realm = ?1 AND application = ?2 AND user_id = ?3
            ORDER BY CASE level WHEN 'primary' THEN 0 WHEN 'trusted' THEN 1 WHEN 'ignored' THEN 2 ELSE 3 END,
                CASE WHEN trusted_since IS NULL THEN 0 ELSE 1 END, trusted_since, first_seen, id
            """, realm, application, user
        ).map(TrustRecord.init)
    }

    static func find(
        _ installation: String, user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> TrustRecord? {
        try transaction.row(
            "SELECT * FROM pingid_trust WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND installation = ?4", realm, application,
            user, installation, keeping: .changed
        ).map(TrustRecord.init)
    }

    /// The records of an installation in an application, one for each of its users.
    static func all(
        ofInstallation id: String, application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [TrustRecord] {
        try transaction.rows(
            "SELECT * FROM pingid_trust WHERE realm = ?1 AND installation = ?2 AND application = ?3 ORDER BY first_seen, user_id LIMIT ?4",
            realm, id, application, Standing.mostUsers
        ).map(TrustRecord.init)
    }

    /// Notes that a user's installation was seen, and gives its record. The oldest that were only seen make room.
    static func see(
        _ installation: String, user: UUID, application: String, realm: UUID, id: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> TrustRecord {
        try transaction.execute(
            """
            INSERT INTO pingid_trust (realm, application, user_id, installation, id, first_seen, accessed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
            ON CONFLICT (realm, application, user_id, installation) DO UPDATE SET accessed = ?6
            """, realm, application, user, installation, id, now)
        try transaction.execute(
            """
            DELETE FROM pingid_trust WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND level IS NULL AND installation NOT IN (
                SELECT installation FROM pingid_trust WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND level IS NULL
                ORDER BY accessed DESC, installation LIMIT ?4)
            """, realm, application, user, mostSeen)
        guard let record = try find(installation, user: user, application: application, realm: realm, in: transaction) else {
            return TrustRecord(
                realm: realm, application: application, user: user, installation: installation, id: id, firstSeen: now, accessed: now)
        }
        return record
    }

    /// Writes what can change of it.
    func update(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE pingid_trust SET level = ?5, device = ?6, trusted_since = ?7, ignored_since = ?8, ignored_until = ?9
            WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND installation = ?4
            """, realm, application, user, installation, level?.rawValue, device, trustedSince, ignoredSince, ignoredUntil)
    }

    /// Takes the trust from an installation, and with it the device that it was. It counts as never seen.
    ///
    /// - Parameter kept: the device that is its successor's already.
    package func remove(
        by erasure: Erasure, keeping kept: UUID? = nil, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try MigrationKeys.withdraw(installation, of: user, realm: realm, at: now, in: transaction)
        if let device, device != kept, let known = try Devices.device(device, realm: realm, at: now, in: transaction) {
            try Pairings.end(known, by: erasure, realm: realm, at: now, in: transaction)
        }
        try transaction.execute(
            "DELETE FROM pingid_trust WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND installation = ?4", realm, application,
            user, installation)
    }
}
