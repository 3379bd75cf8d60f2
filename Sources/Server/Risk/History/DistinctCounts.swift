import Foundation
import Foundations
import Store
import Primitives

/// The distinct values that came with a key of late, each with the time at which it came last: users of a device, addresses of a user.
/// Counting costs as much as there are values in the window, and no more than ``most``.
struct DistinctCounts {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 2, tables)],
        tables: [
            .owned(
                "risk_values",
                filled: .byStrangers(.init(by: .account(rows: 1_000), bytes: 512, renewals: .none, lifetime: .seconds(2_592_000))),
                by: .user("subject"))
        ],
        expiry: [Expiry("risk_values", key: "realm, name, key, value", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_values (
            realm TEXT NOT NULL, name TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, subject TEXT NOT NULL, seen BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, name, key, value))
        """,
        "CREATE INDEX risk_values_seen ON risk_values (realm, name, key, seen)",
        "CREATE INDEX risk_values_expires ON risk_values (expires)",
    ]

    /// The greatest count that is told.
    static let most = 1000

    let name: String
    let key: [UInt8]

    /// Notes a value; returns when it came last, nil for a new one.
    func note(_ value: [UInt8], of subject: RiskSubject, _ moment: RiskMoment, in transaction: any WriteTransaction) throws -> Date? {
        let row = try transaction.row(
            "SELECT seen FROM risk_values WHERE realm = ?1 AND name = ?2 AND key = ?3 AND value = ?4", moment.realm, name, key, value)
        let last = try row?.date("seen")
        try transaction.execute(
            """
            INSERT INTO risk_values (realm, name, key, value, subject, seen, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (realm, name, key, value) DO UPDATE SET seen = ?6, expires = ?7
            """, moment.realm, name, key, value, subject.text, moment.now, moment.expires)
        return last
    }

    /// The number of values that came in the last seconds, ``most`` at most.
    func count(within seconds: Int, _ moment: RiskMoment, in transaction: any ReadTransaction) throws -> Int {
        let row = try transaction.row(
            """
            SELECT COUNT(*) AS count FROM (SELECT 1 FROM risk_values
                WHERE realm = ?1 AND name = ?2 AND key = ?3 AND seen > ?4 LIMIT 1000) counted
            """, moment.realm, name, key, moment.now.addingTimeInterval(-Double(seconds)))
        return Int(try row?.int("count") ?? 0)
    }
}

/// The time and place of an evaluation, as rows have them.
struct RiskMoment: Sendable {
    let realm: UUID
    let now: Date
    /// The time at which what is written now is forgotten.
    let expires: Date

    /// The time in seconds since 1970.
    var seconds: Int { Int(now.timeIntervalSince1970) }
}

/// The user whose history is kept: one of the realm's by their id, and of an outside one a hash.
struct RiskSubject: Sendable, Hashable {
    let text: String
    /// The realm's user; nil for an outside one.
    let user: UUID?
}
