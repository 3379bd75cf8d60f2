package import Foundation
import Primitives
package import Store
import Directory
package import Foundations

/// A code that lets a user who has forgotten the password set a new one: eight letters and digits, good for as long as the realm says,
/// once, and for five wrong attempts (`docs/protocols/platform.md` 2.1).
package struct PasswordRecoveryCode: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(32, "password recoveries", tables)],
        tables: [
            .owned(
                "password_recoveries",
                filled: .byStrangers(.init(by: .account(rows: 1), bytes: 256, renewals: .none, lifetime: .seconds(3600))),
                by: .user("user_id"))
        ],
        sweep: { try forget(before: $0.now, in: $0.transaction) })

    private static let tables: [SQL] = [
        """
        CREATE TABLE password_recoveries (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, code BLOB NOT NULL, failures BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, user_id))
        """,
        "CREATE INDEX password_recoveries_expires ON password_recoveries (expires)",
    ]

    /// The number of wrong attempts after which a code is void.
    static let mostFailures = 5
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

    /// Puts the code in the place of an older one of the user's, until a time.
    func keep(for user: User, until expires: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO password_recoveries (realm, user_id, code, failures, expires) VALUES (?1, ?2, ?3, 0, ?4)
            ON CONFLICT (realm, user_id) DO UPDATE SET code = ?3, failures = 0, expires = ?4
            """, user.realm, user.id, hash, expires)
    }

    /// Looks at a code that a user has entered, and counts a wrong one.
    static func isRight(
        _ code: Secret, of user: User, at now: Date, _ sealer: Sealer, in transaction: any WriteTransaction
    ) throws -> Bool {
        try hash(of: code, of: user, at: now, sealer, in: transaction) != nil
    }

    /// The stored hash of a right code; a wrong one is counted.
    private static func hash(
        of code: Secret, of user: User, at now: Date, _ sealer: Sealer, in transaction: any WriteTransaction
    ) throws -> [UInt8]? {
        let row = try transaction.row(
            "SELECT code FROM password_recoveries WHERE realm = ?1 AND user_id = ?2 AND expires > ?3 AND failures < ?4", user.realm,
            user.id,
            now, Int64(mostFailures))
        if let hash = try row?.blob("code"), hashes(sealer).isHash(hash, of: message(code, user)) { return hash }
        try transaction.execute(
            "UPDATE password_recoveries SET failures = failures + 1 WHERE realm = ?1 AND user_id = ?2", user.realm, user.id)
        return nil
    }

    /// Uses a right code up; false when another request was first, or it was put aside by a newer one.
    static func spend(
        _ code: Secret, of user: User, at now: Date, _ sealer: Sealer, in transaction: any WriteTransaction
    ) throws -> Bool {
        guard let hash = try hash(of: code, of: user, at: now, sealer, in: transaction) else { return false }
        return try transaction.execute(
            "DELETE FROM password_recoveries WHERE realm = ?1 AND user_id = ?2 AND code = ?3", user.realm, user.id, hash) == 1
    }

    /// Removes old codes. Nothing depends on when this runs.
    package static func forget(before now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM password_recoveries WHERE expires < ?1", now)
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
