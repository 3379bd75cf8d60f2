import Foundation
import Foundations
import Primitives
import RiskScoring
import RiskSignals
import Store

/// The devices that a user has signed in with, the latest ``most``.
struct KnownDevices {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 5, tables)],
        tables: [.owned("risk_devices", filled: .byOwners, by: .user("subject"))],
        expiry: [Expiry("risk_devices", key: "realm, subject, key", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_devices (
            realm TEXT NOT NULL, subject TEXT NOT NULL, key BLOB NOT NULL, attributes TEXT NOT NULL, seen BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, subject, key))
        """,
        "CREATE INDEX risk_devices_expires ON risk_devices (expires)",
    ]

    /// The number of devices that are remembered of a user.
    static let most = 20

    let subject: RiskSubject

    /// A user's devices beside one.
    struct Standing: Sendable, Equatable {
        var isKnown = false
        var count = 0
        /// The distance of the nearest, 0 to 100.
        var distance = 100
    }

    /// Compares a device with those that are remembered.
    func standing(
        of device: DeviceAttributes, key: [UInt8], _ moment: RiskMoment, in transaction: any ReadTransaction
    ) throws -> Standing {
        let rows = try transaction.rows(
            "SELECT key, attributes FROM risk_devices WHERE realm = ?1 AND subject = ?2 AND expires >= ?3", moment.realm, subject.text,
            moment.now)
        var standing = Standing(count: rows.count)
        for row in rows {
            if try row.blob("key") == key { standing.isKnown = true }
            let known = DeviceAttributes(stored: try JSONValue(parsing: try row.text("attributes"), limits: .own()))
            standing.distance = min(standing.distance, DeviceDistance.between(known, device))
        }
        return standing
    }

    /// Remembers a device, and forgets the one that was seen least lately when there are too many.
    func note(_ device: JSONValue, key: [UInt8], at seen: Date, _ moment: RiskMoment, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO risk_devices (realm, subject, key, attributes, seen, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, subject, key) DO UPDATE SET attributes = ?4, seen = ?5, expires = ?6
            """, moment.realm, subject.text, key, device.text, seen, moment.expires)
        try transaction.execute(
            """
            DELETE FROM risk_devices WHERE realm = ?1 AND subject = ?2 AND key NOT IN
                (SELECT key FROM risk_devices WHERE realm = ?1 AND subject = ?2 ORDER BY seen DESC, key LIMIT 20)
            """, moment.realm, subject.text)
    }
}
