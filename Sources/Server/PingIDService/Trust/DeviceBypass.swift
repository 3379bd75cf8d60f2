import Foundation
package import Foundations
import Primitives
import Store

/// The time until which a user need not answer by a device, as the customer's server says, such as while a phone is being repaired.
///
/// It spares the question of a sign-on in a browser. It makes no device trusted, and lifts no block and no lock.
package struct DeviceBypass: Sendable, Equatable {
    /// The table `pingid_bypasses`; rows go with their realm, user, device or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(48, "bypassed devices of PingID", tables)],
        tables: [
            .owned("pingid_bypasses", filled: .byOwners, by: .user("user_id"), .device("device"), .application("application"))
        ],
        expiry: [Expiry("pingid_bypasses", key: "realm, device", by: "ends")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_bypasses (
            realm TEXT NOT NULL, device TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, ends BIGINT NOT NULL,
            PRIMARY KEY (realm, device))
        """,
        "CREATE INDEX pingid_bypasses_ends ON pingid_bypasses (ends)",
    ]

    /// The longest one, in seconds: a year.
    static let longest: TimeInterval = 365 * 86_400

    /// The end of a device's bypass; nil where there is none at a time.
    static func end(of device: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> Date? {
        try transaction.row("SELECT ends FROM pingid_bypasses WHERE realm = ?1 AND device = ?2 AND ends > ?3", realm, device, now)?
            .date("ends")
    }

    /// Sets the end of a device's bypass; nil takes it back.
    static func set(
        _ end: Date?, device: UUID, of user: UUID, application: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        guard let end else {
            try transaction.execute("DELETE FROM pingid_bypasses WHERE realm = ?1 AND device = ?2", realm, device)
            return
        }
        try transaction.execute(
            """
            INSERT INTO pingid_bypasses (realm, device, application, user_id, ends) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (realm, device) DO UPDATE SET application = ?3, user_id = ?4, ends = ?5
            """, realm, device, application, user, end)
    }

}
