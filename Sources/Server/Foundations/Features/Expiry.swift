package import Foundation
package import Store

/// Rows of a table that are of no use once a time has passed, which one of their columns tells.
///
/// The sweep removes them a batch at a time, so that no transaction is as large as what a busy hour has left behind. They are refused by
/// their age when they are used: nothing depends on when they go.
package struct Expiry: Sendable {
    /// The table's name.
    package let table: String
    /// The statement that removes rows that end before `?1`, at most `?2` of them.
    package let statement: SQL
    /// True when rows live for seconds, and are to go within a minute.
    package private(set) var isBrief = false
    private let end: @Sendable (Date) -> any SQLConvertible

    /// Rows whose column is a time.
    ///
    /// - Parameters:
    ///   - key: the columns of the table's primary key, as in `realm, id`.
    ///   - column: the column, which an index begins with.
    ///   - kept: the number of seconds for which rows stay after that time.
    ///   - condition: what else must hold for a row, where `?1` is the time that the column is compared with.
    package init(_ table: SQL, key: SQL, by column: SQL, kept: TimeInterval = 0, where condition: SQL? = nil) {
        self.init(table, key: key, by: column, where: condition) { $0.addingTimeInterval(-kept) }
    }

    /// Rows whose column is compared with something else than a time, such as the number of a day.
    ///
    /// - Parameter end: what the column is compared with, at a time.
    package init(
        _ table: SQL, key: SQL, by column: SQL, where condition: SQL? = nil, before end: @escaping @Sendable (Date) -> any SQLConvertible
    ) {
        let expired: SQL = .joined([column, "< ?1"] + (condition.map { ["AND", $0] } ?? []))
        self.table = table.text
        statement = .joined(["DELETE FROM", table, "WHERE (", key, ") IN (SELECT", key, "FROM", table, "WHERE", expired, "LIMIT ?2)"])
        self.end = end
    }

    /// The same rows, which live for seconds and are to go within a minute.
    package var brief: Expiry {
        var expiry = self
        expiry.isBrief = true
        return expiry
    }

    /// Removes rows that have expired, and says how many.
    ///
    /// - Parameter most: the number that may be removed.
    package func remove(atMost most: Int, at now: Date, in transaction: any WriteTransaction) throws -> Int {
        try transaction.execute(statement, end(now), Int64(most))
    }
}
