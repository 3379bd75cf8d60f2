package import Foundation
package import Store

/// Counts attempts in windows of one minute, in the database, so that all nodes count together.
package enum Throttle {
    /// The table `attempts`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 7, tables)],
        tables: [
            .owned(
                "attempts", filled: .byStrangers(.init(by: .address, bytes: 512, renewals: .none, lifetime: .seconds(3660))),
                by: .name("source"))
        ],
        expiry: [Expiry("attempts", key: "realm, kind, source, slot", by: "slot") { slot($0) - 60 }])

    private static let tables: [SQL] = [
        """
        CREATE TABLE attempts (
            realm TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, slot BIGINT NOT NULL, count BIGINT NOT NULL,
            PRIMARY KEY (realm, kind, source, slot))
        """
    ]

    /// Counts one attempt from a source and says whether it is still within the limit.
    ///
    /// - Parameters:
    ///   - kind: the kind of attempt.
    ///   - source: the source of the attempt.
    package static func allow(
        _ kind: String, from source: Source, realm: UUID, limit: Int, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> Bool {
        let row = try transaction.row(
            """
            INSERT INTO attempts (realm, kind, source, slot, count) VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT (realm, kind, source, slot) DO UPDATE SET count = attempts.count + 1
            RETURNING count
            """, realm, kind, source.text, slot(now))
        return try (row?.int("count") ?? 0) <= limit
    }

    /// Whether one more attempt would be within the limit. For a transaction that itself finds out whether the attempt fails, and counts
    /// it then: what succeeds writes nothing.
    package static func permits(
        _ kind: String, from source: Source, realm: UUID, limit: Int, at now: Date, in transaction: any ReadTransaction
    ) throws -> Bool {
        let row = try transaction.row(
            "SELECT count FROM attempts WHERE realm = ?1 AND kind = ?2 AND source = ?3 AND slot = ?4", realm, kind, source.text, slot(now))
        return try (row?.int("count") ?? 0) < limit
    }

    /// Counts an attempt that failed.
    package static func count(_ kind: String, from source: Source, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        _ = try allow(kind, from: source, realm: realm, limit: 0, at: now, in: transaction)
    }

    /// Takes an attempt back that turned out not to be a failure.
    package static func forgive(
        _ kind: String, from source: Source, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE attempts SET count = count - 1 WHERE realm = ?1 AND kind = ?2 AND source = ?3 AND slot = ?4 AND count > 0",
            realm, kind, source.text, slot(now))
    }

    /// One attempt that is counted under several sources at once, such as a device and a network address.
    package struct Attempt: Sendable {
        private let counts: [(kind: String, source: Source, limit: Int)]
        private let realm: UUID
        private let now: Date

        package init(_ counts: [(kind: String, source: Source, limit: Int)], realm: UUID, at now: Date) {
            self.counts = counts
            self.realm = realm
            self.now = now
        }

        /// Counts it, and says whether it is within all limits.
        package func isAllowed(in transaction: any WriteTransaction) throws -> Bool {
            try counts.map { kind, source, limit in
                try Throttle.allow(kind, from: source, realm: realm, limit: limit, at: now, in: transaction)
            }.allSatisfy(\.self)
        }

        /// Takes it back, since it turned out not to be a failure.
        package func forgive(in transaction: any WriteTransaction) throws {
            for (kind, source, _) in counts { try Throttle.forgive(kind, from: source, realm: realm, at: now, in: transaction) }
        }
    }

    /// The number of the minute that a time is in.
    package static func slot(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970 / 60) }
}
