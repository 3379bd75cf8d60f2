package import Foundation
import Primitives
package import Foundations
import Store

/// A key that stands for the consent of a user's trusted devices to a further one: the customer's server gives it to a user whom it has
/// identified by other means, and uses it with the payload of the user's app. It is kept by its hash, and good once.
package struct CustomerPairingKey: Sendable, Identifiable {
    /// The table `pingid_pairing_keys`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 7, tables), SchemaStep(42, "rows by index", place: 10, unusedIndex)],
        tables: [.owned("pingid_pairing_keys", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("pingid_pairing_keys", key: "realm, id", by: "expires", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_pairing_keys (
            realm TEXT NOT NULL, id TEXT NOT NULL, hash BLOB NOT NULL, application TEXT NOT NULL, user_id TEXT, data TEXT,
            used BIGINT NOT NULL DEFAULT 0, created BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, hash))
        """,
        "CREATE INDEX pingid_pairing_keys_expires ON pingid_pairing_keys (expires)",
    ]

    private static let unusedIndex: [SQL] = [
        "CREATE INDEX pingid_pairing_keys_unused ON pingid_pairing_keys (realm, application, expires) WHERE used = 0"
    ]

    /// The number of seconds for which a key is good, and for which its use can be read after that.
    package static let (lifetime, kept): (TimeInterval, TimeInterval) = (86_400, 7 * 86_400)
    /// The number of keys of an application that may wait for their use.
    static let mostUnused = 10_000

    /// The record's own id; the key itself is known to who was told it.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// nil for one that serves any user of the application.
    package let user: UUID?
    /// The customer's own text.
    package let data: String?
    /// Whether the key was used.
    package var isUsed = false
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package let expires: Date
}

extension CustomerPairingKey {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.optionalUUID("user_id")
        data = try row.optionalText("data")
        isUsed = try row.bool("used")
        created = try row.date("created")
        expires = try row.date("expires")
    }

    func insert(hash: [UInt8], in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pingid_pairing_keys (realm, id, hash, application, user_id, data, created, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, realm, id, hash, application, user, data, created, expires)
    }

    /// Uses the key up; false when that has been done, or its time is over.
    func spend(at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            "UPDATE pingid_pairing_keys SET used = 1 WHERE realm = ?1 AND id = ?2 AND used = 0 AND expires > ?3", realm, id, now) == 1
    }

    static func find(
        hashes: [[UInt8]], application: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> CustomerPairingKey? {
        for hash in hashes {
            let row = try transaction.row(
                "SELECT * FROM pingid_pairing_keys WHERE realm = ?1 AND hash = ?2 AND application = ?3", realm, hash, application,
                keeping: .changed)
            if let row { return try CustomerPairingKey(row) }
        }
        return nil
    }

}
