package import Foundation
import Primitives
package import Store

extension AuditLog {
    /// The tables that bound the log: events that are counted in place of being written, and how far the log was pruned.
    static let boundingTables: [SQL] = [
        """
        CREATE TABLE audit_samples (
            realm TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, slot BIGINT NOT NULL, kept BIGINT NOT NULL, count BIGINT NOT NULL,
            PRIMARY KEY (realm, kind, source, slot))
        """,
        "CREATE TABLE audit_pruned (id BIGINT PRIMARY KEY, seq BIGINT NOT NULL, hash BLOB NOT NULL)",
    ]

    /// The number of sampled events of one kind that are written for a realm in a minute, whichever callers cause them.
    static let mostInAll = 1000
    /// The part of them of one network (/24, of IPv6 /48), whatever its addresses.
    static let mostOfNetwork = 200
    /// The number that is written of each network when all the others have used up what is written in all; of all networks as many again as that.
    static let reserve = 5
    /// The names under which all sources are counted together, and those for which there is no row of their own left.
    private static let (all, rest) = ("*", "-")
    /// The beginning of the names under which what was written of a network is counted.
    private static let networks = "network "

    /// Adds an event that any client may cause as often as it likes. Of those from one source a few are written each minute; the others are
    /// counted, and a later event says how many they were.
    ///
    /// - Parameters:
    ///   - most: how many are written of one source in a minute.
    ///   - times: how often it happened, for a caller that has counted some by itself.
    package func append(
        _ event: AuditEvent, sampledBy source: Throttle.Source, most: Int, times: Int = 1, in transaction: any WriteTransaction
    ) throws {
        let network = Self.networks + source.network
        let counts = try Self.counts(event, source.text, network, in: transaction)
        let isOver = counts[source.text, default: 0] + times > most
        guard isOver || Self.takes(written: counts[Self.all, default: 0], ofNetwork: counts[network, default: 0]) else {
            return try Self.raise(event, Self.rest, by: times, kept: 0, in: transaction)
        }
        // An event that isn't written uses up nothing of the others' share.
        guard !isOver else { return try Self.raise(event, source.text, by: times, kept: most, in: transaction) }
        try transaction.execute(
            """
            INSERT INTO audit_samples (realm, kind, source, slot, kept, count)
            VALUES (?1, ?2, ?3, ?6, ?7, ?8), (?1, ?2, ?4, ?6, 0, 1), (?1, ?2, ?5, ?6, ?9, 1)
            ON CONFLICT (realm, kind, source, slot) DO UPDATE SET count = audit_samples.count + excluded.count
            """, event.realm, event.kind.rawValue, source.text, Self.all, network, Throttle.slot(event.time), most, times,
            Self.mostInAll * 2)
        try append(event, in: transaction)
    }

    /// Whether one more event of a network is written.
    private static func takes(written: Int, ofNetwork: Int) -> Bool {
        guard written >= mostInAll else { return ofNetwork < mostOfNetwork }
        return ofNetwork < reserve && written < mostInAll * 2
    }

    /// The counts of this minute by source: of one source, its network, and all.
    private static func counts(
        _ event: AuditEvent, _ source: String, _ network: String, in transaction: any ReadTransaction
    ) throws -> [String: Int] {
        let rows = try transaction.rows(
            """
            SELECT source, count FROM audit_samples WHERE realm = ?1 AND kind = ?2 AND source IN (?3, ?4, ?5) AND slot = ?6
            """, event.realm, event.kind.rawValue, source, network, all, Throttle.slot(event.time))
        return try rows.reduce(into: [:]) { $0[try $1.text("source")] = Int(try $1.int("count")) }
    }

    private static func raise(
        _ event: AuditEvent, _ source: String, by times: Int, kept: Int, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO audit_samples (realm, kind, source, slot, kept, count) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, kind, source, slot) DO UPDATE SET count = audit_samples.count + ?6
            """, event.realm, event.kind.rawValue, source, Throttle.slot(event.time), kept, times)
    }

    /// Writes down how many events of the minutes that are over were counted and not written.
    package func tellSampled(before now: Date, in transaction: any WriteTransaction) throws {
        let slot = Throttle.slot(now)
        let rows = try transaction.rows(
            """
            SELECT realm, kind, source, MIN(slot) AS first, MAX(slot) AS last, SUM(count - kept) AS more FROM audit_samples
            WHERE slot < ?1 AND source <> ?2 AND count > kept GROUP BY realm, kind, source ORDER BY realm, kind, source
            """, slot, Self.all)
        for row in rows { try append(try Self.summary(row, at: now), in: transaction) }
        try transaction.execute("DELETE FROM audit_samples WHERE slot < ?1", slot)
    }

    private static func summary(_ row: Row, at now: Date) throws -> AuditEvent {
        let (source, more) = (try row.text("source"), try row.int("more"))
        var event = AuditEvent(
            AuditEvent.Kind(try row.text("kind")), .failure, at: now, realm: try row.text("realm"),
            reason: "\(more) more, which were counted and not written")
        event.details["more"] = .integer(more)
        event.details["since"] = .string(start(ofSlot: try row.int("first")))
        event.details["until"] = .string(start(ofSlot: try row.int("last") + 1))
        event.personal["source"] = source == rest ? nil : .string(source)
        return event
    }

    private static func start(ofSlot slot: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(slot) * 60).formatted(.iso8601)
    }
}
