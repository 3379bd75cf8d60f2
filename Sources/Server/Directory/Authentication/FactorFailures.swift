package import Foundation
import Primitives
package import Store
package import Foundations

/// The number of times that a user's factor was wrong, and whether it is locked for that.
package struct FactorFailures: Sendable, Equatable {
    /// The number since it was last right in a sign-on that succeeded, or locked.
    package internal(set) var count = 0
    /// The number since it was last right in a sign-on that succeeded, whatever was locked in between.
    package internal(set) var inARow = 0
    /// The end of its lock; nil when there is none.
    package internal(set) var lockedUntil: Date?

    /// The number in a row after which a factor is locked for good: until an administrator unlocks it, the password is reset, or a sign-on
    /// by a factor that can't be guessed succeeds. NIST SP 800-63B-4 §3.2.2 allows no more.
    package static let most = 100

    package init() {}

    /// Whether the factor is locked at a time.
    package func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }
}

extension FactorFailures {
    /// The table `factor_failures`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(27, "failures by factor", tables)],
        tables: [
            .owned(
                "factor_failures",
                filled: .byStrangers(
                    .init(
                        by: .account(rows: 16), bytes: 256, renewals: .none,
                        lifetime: .lasting(because: "one row for each factor of a user that there is"))), by: .user("user_id"))
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE factor_failures (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, factor TEXT NOT NULL, count BIGINT NOT NULL, in_a_row BIGINT NOT NULL,
            locked_until BIGINT, PRIMARY KEY (realm, user_id, factor))
        """,
        """
        INSERT INTO factor_failures (realm, user_id, factor, count, in_a_row)
        SELECT realm, id, 'password', failures, failures FROM users WHERE failures > 0
        """,
    ]

    /// Reads what is known of a factor.
    package static func of(_ factor: Factor, _ user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> FactorFailures {
        try transaction.row(
            "SELECT * FROM factor_failures WHERE realm = ?1 AND user_id = ?2 AND factor = ?3", realm, user, factor.rawValue
        ).map(FactorFailures.init) ?? FactorFailures()
    }

    /// Reads what is known of a factor, and keeps other attempts at it waiting until the transaction ends: what is written by what was read counts
    /// each of several attempts at once, on every level of isolation. Leaves a row without a count where there was none.
    package static func held(_ factor: Factor, _ user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> FactorFailures {
        try transaction.execute(
            """
            INSERT INTO factor_failures (realm, user_id, factor, count, in_a_row) VALUES (?1, ?2, ?3, 0, 0)
            ON CONFLICT (realm, user_id, factor) DO UPDATE SET count = factor_failures.count
            """, realm, user, factor.rawValue)
        return try of(factor, user, realm: realm, in: transaction)
    }

    /// Reads what is known of all of a user's factors that were wrong.
    static func all(_ user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [Factor: FactorFailures] {
        let rows = try transaction.rows("SELECT * FROM factor_failures WHERE realm = ?1 AND user_id = ?2", realm, user)
        return try rows.reduce(into: [:]) { all, row in
            if let factor = Factor(rawValue: try row.text("factor")) { all[factor] = try FactorFailures(row) }
        }
    }

    /// Locks a factor until a time.
    package static func lock(
        _ factor: Factor, of user: UUID, until end: Date, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        var failures = try held(factor, user, realm: realm, in: transaction)
        // A lock for good stays one.
        failures.lockedUntil = max(end, failures.lockedUntil ?? end)
        try failures.write(factor, user, realm: realm, in: transaction)
    }

    /// Forgets what was wrong with some factors: their user has signed in, or an administrator says so.
    package static func clear(_ factors: Set<Factor>, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        for factor in factors {
            try transaction.execute(
                "DELETE FROM factor_failures WHERE realm = ?1 AND user_id = ?2 AND factor = ?3", realm, user, factor.rawValue)
        }
    }

    /// The failures with one more, which may lock the factor.
    package func adding(threshold: Int, lockUntil end: Date) -> FactorFailures {
        var next = self
        next.count = lockedUntil == nil ? count + 1 : 1
        next.inARow += 1
        next.lockedUntil = next.inARow >= Self.most ? .distantFuture : next.count >= threshold ? end : nil
        return next
    }

    /// The count with the last failure taken back.
    func removing() -> FactorFailures {
        var next = self
        (next.count, next.inARow, next.lockedUntil) = (max(0, count - 1), max(0, inARow - 1), nil)
        return next
    }

    /// Stores the counts of a user's factor, or removes the row when there is nothing to count.
    package func write(_ factor: Factor, _ user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        guard self != FactorFailures() else { return try Self.clear([factor], of: user, realm: realm, in: transaction) }
        try transaction.execute(
            """
            INSERT INTO factor_failures (realm, user_id, factor, count, in_a_row, locked_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, user_id, factor) DO UPDATE SET count = ?4, in_a_row = ?5, locked_until = ?6
            """, realm, user, factor.rawValue, count, inARow, lockedUntil)
    }

    private init(_ row: Row) throws {
        count = Int(try row.int("count"))
        inARow = Int(try row.int("in_a_row"))
        lockedUntil = try row.optionalDate("locked_until")
    }
}

extension Users {
    /// Reads what is known of all of a user's factors that were wrong since their last sign-on.
    package func failures(of user: UUID, in realm: UUID) async throws -> [Factor: FactorFailures] {
        try await database.read { try FactorFailures.all(user, realm: realm, in: $0) }
    }
}
