import Foundation
import Primitives
import Store

/// The numbers that nodes have taken of the quotas of a minute, in the database, so that all nodes together take no more than there is
/// ([decision 191](../../../../docs/decisions/0191-quotas-of-all-nodes.md)).
package struct QuotaLedger: Sendable {
    /// The table `quota_counts`; rows go with their realm, or once their minute is over.
    package static let feature = Feature(
        history: [SchemaStep(70, "quotas of all nodes", tables)],
        tables: [
            .free(
                "quota_counts", filled: .byStrangers(.init(by: .address, bytes: 256, renewals: .none, lifetime: .seconds(180))),
                because: "numbers under keyed hashes, for two minutes")
        ],
        // A node whose clock is behind the sweep's by less than this still finds its rows.
        expiry: [Expiry("quota_counts", key: "realm, source, slot", by: "slot") { Throttle.slot($0.addingTimeInterval(-10)) }.brief])

    private static let tables: [SQL] = [
        """
        CREATE TABLE quota_counts (
            realm TEXT NOT NULL, source TEXT NOT NULL, slot BIGINT NOT NULL, taken BIGINT NOT NULL, given BIGINT NOT NULL,
            PRIMARY KEY (realm, source, slot))
        """,
        "CREATE INDEX quota_counts_slot ON quota_counts (slot)",
    ]

    /// Thrown where a claim can't be met, so that nothing remains of those before it.
    struct Refusal: Error {
        /// The claim's place among those of the call.
        let index: Int
    }

    private let database: any Database
    private let hashes: RealmHashes

    /// The counts in a database, whose sources are hashed by keys of the sealer's first root: the same on all nodes.
    init(_ database: any Database, _ sealer: Sealer) {
        self.database = database
        hashes = RealmHashes("sources of quotas", sealer)
    }

    /// Takes portions, all or none, in a transaction of its own.
    ///
    /// - Parameter slot: the minute that they are of.
    /// - Returns: what each claim got: what it wants, or as much as it needs when less is left.
    /// - Throws: ``Refusal`` when the limit of one has less left than it needs; ``/Store/DatabaseError``.
    func take<Source: QuotaSource>(_ claims: [QuotaClaim<Source>], in slot: Int64) async throws -> [Int] {
        let rows = claims.map { ($0, $0.source.realm, key(of: $0.source)) }
        return try await database.write { transaction in
            try rows.enumerated().map { index, row in
                let (claim, realm, source) = row
                guard let given = try Self.take(claim, realm, source, slot, in: transaction) else { throw Refusal(index: index) }
                return given
            }
        }
    }

    /// Takes what a claim wants, but no more than a tenth of what is left, so that however many nodes have come there is something for the
    /// next one; and what it needs at least.
    private static func take<Source: QuotaSource>(
        _ claim: QuotaClaim<Source>, _ realm: UUID, _ source: String, _ slot: Int64, in transaction: any WriteTransaction
    ) throws -> Int? {
        let row = try transaction.row(
            """
            INSERT INTO quota_counts (realm, source, slot, taken, given) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (realm, source, slot) DO UPDATE SET
                taken = quota_counts.taken + CASE WHEN (?7 - quota_counts.taken) / 10 >= ?5 THEN ?5
                    WHEN (?7 - quota_counts.taken) / 10 > ?6 THEN (?7 - quota_counts.taken) / 10 ELSE ?6 END,
                given = CASE WHEN (?7 - quota_counts.taken) / 10 >= ?5 THEN ?5
                    WHEN (?7 - quota_counts.taken) / 10 > ?6 THEN (?7 - quota_counts.taken) / 10 ELSE ?6 END
            WHERE quota_counts.taken + ?6 <= ?7
            RETURNING given
            """, realm, source, slot, Int64(claim.whole), Int64(claim.want), Int64(claim.need), Int64(claim.limit))
        return try row.map { Int(try $0.int("given")) }
    }

    private func key(of source: some QuotaSource) -> String {
        Base64URL.encode(hashes[source.realm].lastingHash(Array(source.name.utf8)).prefix(16))
    }
}
