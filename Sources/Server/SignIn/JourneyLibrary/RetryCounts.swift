package import Foundation
package import Store
import Directory
package import Foundations

/// The counts of users' wrong answers at a place of a journey, over all their runs.
///
/// Counted by claimed name, existing or not, so that it reveals no users.
package enum RetryCounts {
    /// The table `retry_counts`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(10, "retry counts", tables)],
        tables: [
            .owned(
                "retry_counts",
                filled: .byStrangers(.init(by: .address, bytes: 2048, renewals: .withinLifetime, lifetime: .seconds(2_592_000))),
                by: .name("folded"))
        ],
        expiry: [Expiry("retry_counts", key: "realm, folded, place", by: "last", kept: lifetime)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE retry_counts (
            realm TEXT NOT NULL, folded TEXT NOT NULL, place TEXT NOT NULL, count BIGINT NOT NULL, last BIGINT NOT NULL,
            PRIMARY KEY (realm, folded, place))
        """,
        "CREATE INDEX retry_counts_last ON retry_counts (last)",
    ]

    /// The number of seconds without another failure after which a count is forgotten.
    private static let lifetime: TimeInterval = 30 * 86_400

    /// Counts one more, and gives the count; at the limit it begins again.
    ///
    /// - Parameter place: a node of a journey.
    package static func raise(
        _ place: String, of username: String, realm: UUID, limit: Int, at now: Date, in transaction: any WriteTransaction
    ) throws -> Int {
        let name = Users.folded(username)
        try transaction.execute(
            """
            INSERT INTO retry_counts (realm, folded, place, count, last) VALUES (?1, ?2, ?3, 1, ?4)
            ON CONFLICT (realm, folded, place) DO UPDATE SET count = retry_counts.count + 1, last = ?4
            """, realm, name, place, now)
        let row = try transaction.row(
            "SELECT count FROM retry_counts WHERE realm = ?1 AND folded = ?2 AND place = ?3", realm, name, place)
        let count = try Int(row?.int("count") ?? 1)
        if count >= limit {
            try transaction.execute("DELETE FROM retry_counts WHERE realm = ?1 AND folded = ?2 AND place = ?3", realm, name, place)
        }
        return count
    }

    /// Forgets a user's counts, who has signed in.
    package static func clear(of username: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM retry_counts WHERE realm = ?1 AND folded = ?2", realm, Users.folded(username))
    }

}
