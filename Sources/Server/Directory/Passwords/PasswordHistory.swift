import Foundation
import Primitives
import Store
package import Foundations

/// The hashes of passwords that a user had, where the realm remembers them.
package enum PasswordHistory {
    /// The table `password_history`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(2, "profiles", place: 3, tables)],
        tables: [.owned("password_history", filled: .byOwners, by: .user("user_id"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE password_history (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, number BIGINT NOT NULL, hash TEXT NOT NULL,
            PRIMARY KEY (realm, user_id, number))
        """
    ]

    /// The hashes of the password that a user has and of those before it, the newest first, `count` in all.
    static func hashes(of user: User, count: Int, in transaction: any ReadTransaction) throws -> [String] {
        let old = try transaction.rows(
            "SELECT hash FROM password_history WHERE realm = ?1 AND user_id = ?2 ORDER BY number DESC LIMIT ?3", user.realm, user.id,
            count)
        return Array(([user.passwordHash].compactMap { $0 } + (try old.map { try $0.text("hash") })).prefix(count))
    }

    /// Keeps the password that a user has now and is about to lose, and forgets what is older than the last `count`.
    static func keep(_ user: User, count: Int, in transaction: any WriteTransaction) throws {
        let newest = try transaction.row(
            "SELECT MAX(number) AS newest FROM password_history WHERE realm = ?1 AND user_id = ?2", user.realm, user.id)
        let number = (try newest?.optionalInt("newest") ?? 0) + 1
        if count > 0, let hash = try Users.user(user.id, realm: user.realm, in: transaction)?.passwordHash {
            try transaction.execute(
                "INSERT INTO password_history (realm, user_id, number, hash) VALUES (?1, ?2, ?3, ?4)", user.realm, user.id, number, hash)
        }
        try transaction.execute(
            "DELETE FROM password_history WHERE realm = ?1 AND user_id = ?2 AND number <= ?3", user.realm, user.id,
            number - Int64(count))
    }
}
