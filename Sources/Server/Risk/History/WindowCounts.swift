import Foundation
import Foundations
import Store

/// Counts by windows of time, one row for each window in which something was counted: what is usual is read from the latest ones.
struct WindowCounts {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 3, tables)],
        tables: [
            .owned(
                "risk_windows",
                filled: .byStrangers(.init(by: .account(rows: 1_000), bytes: 512, renewals: .none, lifetime: .seconds(2_592_000))),
                by: .user("subject"))
        ],
        expiry: [Expiry("risk_windows", key: "realm, name, key, slot", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_windows (
            realm TEXT NOT NULL, name TEXT NOT NULL, key BLOB NOT NULL, slot BIGINT NOT NULL, count BIGINT NOT NULL, subject TEXT,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, name, key, slot))
        """,
        "CREATE INDEX risk_windows_slot ON risk_windows (realm, name, slot, count)",
        "CREATE INDEX risk_windows_expires ON risk_windows (expires)",
    ]

    let name: String
    let key: [UInt8]
    /// The user whose rows they are; nil when the key is no user.
    var subject: RiskSubject?

    /// Counts one more in a window.
    func add(_ slot: Int, _ moment: RiskMoment, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO risk_windows (realm, name, key, slot, count, subject, expires) VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)
            ON CONFLICT (realm, name, key, slot) DO UPDATE SET count = risk_windows.count + 1, expires = ?6
            """, moment.realm, name, key, slot, subject?.text, moment.expires)
    }

    /// The counts of windows of a range, the latest first.
    func samples(_ slots: Range<Int>, most: Int, _ moment: RiskMoment, in transaction: any ReadTransaction) throws -> [Int] {
        try transaction.rows(
            """
            SELECT count FROM risk_windows WHERE realm = ?1 AND name = ?2 AND key = ?3 AND slot >= ?4 AND slot < ?5
            ORDER BY slot DESC LIMIT ?6
            """, moment.realm, name, key, slots.lowerBound, slots.upperBound, most
        ).map { Int(try $0.int("count")) }
    }

    /// The same of all keys together; of one window the greatest first, so that the order depends on nothing but the counts.
    static func samples(
        of name: String, _ slots: Range<Int>, most: Int, _ moment: RiskMoment, in transaction: any ReadTransaction
    ) throws -> [Int] {
        try transaction.rows(
            """
            SELECT count FROM risk_windows WHERE realm = ?1 AND name = ?2 AND slot >= ?3 AND slot < ?4
            ORDER BY slot DESC, count DESC LIMIT ?5
            """, moment.realm, name, slots.lowerBound, slots.upperBound, most
        ).map { Int(try $0.int("count")) }
    }

    /// The sum of the counts of some windows.
    func sum(_ slots: Range<Int>, _ moment: RiskMoment, in transaction: any ReadTransaction) throws -> Int {
        try samples(slots, most: slots.count, moment, in: transaction).reduce(0, +)
    }
}
