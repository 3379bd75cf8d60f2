package import Foundation
import JOSE
import Primitives
package import Store
package import Foundations

/// The keys of apps that are bound to users.
package enum BoundKeys {
    /// The table `bound_keys`; rows go with their realm, user or device.
    package static let feature = Feature(
        history: [SchemaStep(22, "bound keys", tables)],
        tables: [.owned("bound_keys", filled: .byOwners, by: .user("user_id"), .device("device"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE bound_keys (
            realm TEXT NOT NULL, device TEXT NOT NULL, user_id TEXT NOT NULL, key_id TEXT NOT NULL, public_key TEXT NOT NULL,
            identifier TEXT NOT NULL, application TEXT NOT NULL, used BIGINT, PRIMARY KEY (realm, device))
        """,
        "CREATE UNIQUE INDEX bound_keys_user ON bound_keys (realm, user_id, key_id)",
    ]

    /// A user's keys.
    package static func keys(of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [RegisteredBoundKey] {
        // Sorted here: for the order's sake SQLite would go through the whole realm.
        try transaction.rows("SELECT * FROM bound_keys WHERE realm = ?1 AND user_id = ?2", realm, user).map(RegisteredBoundKey.init)
            .sorted { $0.device.text < $1.device.text }
    }

    /// Keeps a new key; false when the user has one of its id.
    static func insert(_ key: RegisteredBoundKey, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            """
            INSERT INTO bound_keys (realm, device, user_id, key_id, public_key, identifier, application)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
            """, key.realm, key.device, key.user, key.keyID, JSONValue.object(key.publicKey.publicJSON ?? [:]).text, key.identifier,
            key.application) == 1
    }

    static func touch(_ key: RegisteredBoundKey, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE bound_keys SET used = ?3 WHERE realm = ?1 AND device = ?2", key.realm, key.device, now)
    }

    static func forget(_ device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM bound_keys WHERE realm = ?1 AND device = ?2", realm, device)
    }
}
