package import Foundation
package import Primitives
package import Store

/// The ground that all services of a server stand on: where they keep things, the seams, and what is shared about changes.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Platform: Sendable {
    /// The number of rows that one transaction of the sweep removes, below what databases of many machines allow a transaction (3 000).
    private static let sweepBatch = 1000

    package let database: any Database
    package let time: any TimeSource
    package let random: any RandomSource
    package let sealer: Sealer
    /// The client by which requests of this server's own are sent.
    package let http: any OutboundHTTP
    package let audit: AuditLog
    package let erasure: Erasure
    /// The way by which configuration changes: with its revision, in one transaction.
    package let configuration: ConfigurationChange
    /// The counts of quotas that servers share; nil where this one has the database to itself, and its memory has all of them.
    package let quotas: QuotaLedger?
    /// The declarations of all modules whose services stand on this.
    package let features: [Feature]

    /// - Parameters:
    ///   - http: the client for requests of this server's own; by default one that sends none.
    ///   - features: the declarations of all modules whose services stand on this.
    package init(
        database: any Database, sealer: Sealer, time: any TimeSource, random: any RandomSource,
        http: any OutboundHTTP = NoOutboundHTTP(), features: [Feature]
    ) {
        self.database = database
        self.time = time
        self.random = random
        self.sealer = sealer
        self.http = http
        self.features = features
        quotas = database.isShared ? QuotaLedger(database, sealer) : nil
        audit = AuditLog(
            AuditPrivacy(
                key: sealer.roots.oldest.key("personal fields of the audit log"), realms: features.lazy.compactMap(\.realms).first),
            random: random, listeners: features.compactMap(\.listener))
        erasure = Erasure(features)
        configuration = ConfigurationChange(
            database: database, revisions: Revisions(database: database, time: time), audit: audit, time: time,
            features: features)
    }

    /// The number by which servers on one database notice that configuration has changed.
    package var revisions: Revisions { configuration.revisions }

    /// Removes what has expired. Everything is refused by its age when it is used; this only saves space.
    ///
    /// - Parameter allowance: the number of seconds for which rows stay after their time, since clocks of other servers may be behind this one's.
    package func forgetExpired(allowing allowance: TimeInterval = 0) async throws {
        let now = time.now.addingTimeInterval(-allowance)
        try await AuditLog.tend(database)
        try await removeExpired(features.flatMap(\.expiry), at: now)
        try await database.write { transaction in
            try self.audit.tellSampled(before: now, in: transaction)
            let sweep = Feature.Sweep(now: now, erasure: self.erasure, transaction: transaction)
            for feature in self.features { try feature.sweep?(sweep) }
        }
    }

    /// Removes what lives for seconds and has expired. Where requests removed it, each would wait for the others' transactions.
    package func forgetBrief(allowing allowance: TimeInterval = 0) async throws {
        try await removeExpired(features.flatMap(\.expiry).filter(\.isBrief), at: time.now.addingTimeInterval(-allowance))
    }

    private func removeExpired(_ expiry: [Expiry], at now: Date) async throws {
        while try await removeBatch(expiry, at: now) == Self.sweepBatch { try Task.checkCancellation() }
    }

    /// Removes a batch of rows that have expired, of whichever tables, and says how many they were.
    private func removeBatch(_ expiry: [Expiry], at now: Date) async throws -> Int {
        try await database.write { transaction in
            var removed = 0
            for rows in expiry where removed < Self.sweepBatch {
                removed += try rows.remove(atMost: Self.sweepBatch - removed, at: now, in: transaction)
            }
            return removed
        }
    }
}
