package import Foundation
import Primitives
package import Store
import Directory
package import Foundations

/// A code that lets a user who has forgotten the password set a new one: eight letters and digits, good for as long as the realm says,
/// once, for five wrong attempts of the asker, and five of all others (`docs/protocols/platform.md` 2.1).
package struct PasswordRecoveryCode: Sendable {
    /// The table `password_recoveries`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(32, "password recoveries", tables), SchemaStep(50, "recovery codes and tries at them by asker", tablesByAsker),
        ],
        tables: [
            .owned(
                "password_recoveries",
                filled: .byStrangers(.init(by: .account(rows: 16), bytes: 384, renewals: .none, lifetime: .seconds(3600))),
                by: .user("user_id"))
        ],
        expiry: [expired])

    private static let tables: [SQL] = [
        """
        CREATE TABLE password_recoveries (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, code BLOB NOT NULL, failures BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, user_id))
        """,
        "CREATE INDEX password_recoveries_expires ON password_recoveries (expires)",
    ]

    private static let tablesByAsker: [SQL] = [
        "DROP INDEX password_recoveries_expires",
        "ALTER TABLE password_recoveries RENAME TO password_recoveries_before",
        """
        CREATE TABLE password_recoveries (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, asker TEXT NOT NULL, code BLOB NOT NULL, failures BIGINT NOT NULL,
            foreign_failures BIGINT NOT NULL DEFAULT 0, expires BIGINT NOT NULL, PRIMARY KEY (realm, user_id, asker))
        """,
        """
        INSERT INTO password_recoveries (realm, user_id, asker, code, failures, expires)
        SELECT realm, user_id, 'stranger ', code, failures, expires FROM password_recoveries_before
        """,
        "DROP TABLE password_recoveries_before",
        "CREATE INDEX password_recoveries_expires ON password_recoveries (expires)",
    ]

    /// The number of wrong attempts of its asker after which a code is void, and of others after which it is void to them.
    static let mostFailures = 5
    /// The number of networks whose strangers' codes for one user are good beside each other: the newest.
    static let mostStrangers: Int64 = 8
    private static let length = 8
    /// Neither 0 and O nor 1 and I can be taken for each other.
    private static let letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

    /// The code, in capitals.
    let text: Secret
    private let hash: [UInt8]

    init(for user: User?, _ sealer: Sealer, random: any RandomSource) {
        text = Secret(bytes: random.characters(Self.length, of: Self.letters))
        hash = Self.hashes(sealer).hash(Self.message(text, user))
    }

    /// Keeps the code until a time, in the place of an older one that the same asker had sent. What a stranger has sent leaves the codes of
    /// proven askers alone. The wrong attempts of others at the older one still count.
    func keep(for user: User, by asker: BudgetAsker, until expires: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO password_recoveries (realm, user_id, asker, code, failures, expires) VALUES (?1, ?2, ?3, ?4, 0, ?5)
            ON CONFLICT (realm, user_id, asker) DO UPDATE SET code = ?4, failures = 0, expires = ?5
            """, user.realm, user.id, asker.key, hash, expires)
        try transaction.execute(
            """
            DELETE FROM password_recoveries WHERE realm = ?1 AND user_id = ?2 AND asker LIKE ?3 AND asker NOT IN (
                SELECT asker FROM password_recoveries WHERE realm = ?1 AND user_id = ?2 AND asker LIKE ?3 ORDER BY expires DESC, asker LIMIT ?4)
            """, user.realm, user.id, BudgetAsker.strangers + "%", Self.mostStrangers)
    }

    /// A code as it was entered.
    struct Entry: Sendable {
        let code: Secret
        let user: User
        let asker: BudgetAsker
        let time: Date
    }

    /// Looks at a code that a user has entered, and counts a wrong one.
    static func isRight(_ entry: Entry, _ sealer: Sealer, in transaction: any WriteTransaction) throws -> Bool {
        try hash(of: entry, sealer, in: transaction) != nil
    }

    /// The stored hash of a right code. A wrong one is counted for all codes of the user, so that more codes are not more guesses; but apart
    /// for those that others have asked for, so that a stranger's wrong ones leave these good for their askers. Who looks at a user's codes has
    /// them until the transaction ends: no two use one up, and none guesses beside another.
    private static func hash(of entry: Entry, _ sealer: Sealer, in transaction: any WriteTransaction) throws -> [UInt8]? {
        let (user, asker, hashes) = (entry.user, entry.asker, hashes(sealer))
        let message = message(entry.code, user)
        let kept = try transaction.rows(
            """
            SELECT code FROM password_recoveries WHERE realm = ?1 AND user_id = ?2 AND expires > ?3
            AND CASE WHEN asker = ?4 THEN failures ELSE foreign_failures END < ?5 ORDER BY asker
            """, user.realm, user.id, entry.time, asker.key, Int64(mostFailures), keeping: .changed
        ).map { try $0.blob("code") }
        if let right = kept.first(where: { hashes.isHash($0, of: message) }) { return right }
        try transaction.execute(
            """
            UPDATE password_recoveries SET failures = failures + CASE WHEN asker = ?3 THEN 1 ELSE 0 END,
                foreign_failures = foreign_failures + CASE WHEN asker = ?3 THEN 0 ELSE 1 END
            WHERE realm = ?1 AND user_id = ?2
            """, user.realm, user.id, asker.key)
        return nil
    }

    /// Uses a right code up, and the user's others with it; false when another request was first, or it was put aside by a newer one.
    static func spend(_ entry: Entry, _ sealer: Sealer, in transaction: any WriteTransaction) throws -> Bool {
        guard try hash(of: entry, sealer, in: transaction) != nil else { return false }
        try transaction.execute("DELETE FROM password_recoveries WHERE realm = ?1 AND user_id = ?2", entry.user.realm, entry.user.id)
        return true
    }

    private static let expired = Expiry("password_recoveries", key: "realm, user_id, asker", by: "expires")

    /// Removes some old codes. Nothing depends on when this runs.
    package static func forget(before now: Date, in transaction: any WriteTransaction) throws {
        _ = try expired.remove(atMost: 100, at: now, in: transaction)
    }

    private static func hashes(_ sealer: Sealer) -> KeyedHash { KeyedHash("codes of password recoveries", sealer) }

    /// A code belongs to the address that it was sent to and to the password that it replaces: when either has changed, it is void. A login that
    /// hashes the same password anew leaves the code good: the mark stays (``User/passwordMark``).
    private static func message(_ code: Secret, _ user: User?) -> [UInt8] {
        let parts: [JSONValue] = [
            .string(user?.id.text ?? ""), .string(user?.recoveryMail ?? ""), .string(Base64URL.encode(user?.passwordMark ?? [])),
            .string(code.reveal().uppercased()),
        ]
        return Array(JSONValue.array(parts).text.utf8)
    }
}
