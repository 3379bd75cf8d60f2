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
        let isOver = try Self.count(event, source.text, in: transaction) + times > most
        guard try isOver || Self.takes(event, network, in: transaction) else {
            _ = try Self.raise(event, Self.rest, by: times, kept: 0, in: transaction)
            return
        }
        _ = try Self.raise(event, source.text, by: times, kept: most, in: transaction)
        // An event that isn't written uses up nothing of the others' share.
        guard !isOver else { return }
        _ = try Self.raise(event, Self.all, by: 1, kept: 0, in: transaction)
        _ = try Self.raise(event, network, by: 1, kept: Self.mostInAll * 2, in: transaction)
        try append(event, in: transaction)
    }

    /// Whether one more event of a network is written.
    private static func takes(_ event: AuditEvent, _ network: String, in transaction: any ReadTransaction) throws -> Bool {
        let (written, ofNetwork) = (try count(event, all, in: transaction), try count(event, network, in: transaction))
        guard written >= mostInAll else { return ofNetwork < mostOfNetwork }
        return ofNetwork < reserve && written < mostInAll * 2
    }

    private static func count(_ event: AuditEvent, _ source: String, in transaction: any ReadTransaction) throws -> Int {
        let row = try transaction.row(
            "SELECT count FROM audit_samples WHERE realm = ?1 AND kind = ?2 AND source = ?3 AND slot = ?4", event.realm,
            event.kind.rawValue, source, Throttle.slot(event.time))
        return Int(try row?.int("count") ?? 0)
    }

    private static func raise(
        _ event: AuditEvent, _ source: String, by times: Int, kept: Int, in transaction: any WriteTransaction
    ) throws -> Int {
        let row = try transaction.row(
            """
            INSERT INTO audit_samples (realm, kind, source, slot, kept, count) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, kind, source, slot) DO UPDATE SET count = audit_samples.count + ?6
            RETURNING count
            """, event.realm, event.kind.rawValue, source, Throttle.slot(event.time), kept, times)
        return Int(try row?.int("count") ?? 0)
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
