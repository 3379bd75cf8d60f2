package import Foundation
package import Primitives
package import Store

extension Wakeup.Topic {
    /// Events have got their places in the chain.
    package static let auditSealed = Self("audit sealed")
}

/// An event with its place in the chain, for those who follow the log.
package struct FollowedEvent: Sendable {
    /// The event's place in the log, from 1.
    package let sequence: Int64
    /// The realm's path name.
    package let realm: String
    /// The name of its kind, such as `users.listed`.
    package let kind: String
    /// The event as people read it.
    package let object: JSONObject
}

/// A stretch of the log: its events, and where it ends.
package struct AuditStretch: Sendable {
    /// The events of the realms that were asked for, in the order of the log.
    package let events: [FollowedEvent]
    /// The place of the last event that was looked at, whether it is one of these or not.
    package let end: Int64
    /// The place of the log's last event.
    package let head: Int64
}

extension AuditLog {
    /// The number of events that are looked at for one stretch.
    package static let stretch = 500

    /// The sealed events after a place, oldest first, of a stretch that is bounded.
    ///
    /// - Parameters:
    ///   - realm: the path name of the realm whose events are wanted; nil for all.
    ///   - most: the number of events at which the stretch ends early.
    package func following(_ place: Int64, realm: String?, most: Int, in database: any Database) async throws -> AuditStretch {
        try await database.read { transaction in
            let head = try Self.head(in: transaction).sequence
            guard head > place else { return AuditStretch(events: [], end: place, head: head) }
            let rows = try transaction.rows(
                """
                SELECT seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal, personal_digest
                FROM audit_event WHERE seq > ?1 ORDER BY seq LIMIT ?2
                """, place, Self.stretch)
            var (events, end): ([FollowedEvent], Int64) = ([], place)
            for row in rows where events.count < most {
                let sealed = try SealedRecord(row: row)
                end = sealed.sequence
                guard realm == nil || sealed.record.realm == realm else { continue }
                let object = sealed.record.object.shown(as: sealed.sequence)
                events.append(
                    FollowedEvent(sequence: end, realm: sealed.record.realm, kind: sealed.record.kind, object: object))
            }
            return AuditStretch(events: events, end: rows.isEmpty ? head : end, head: head)
        }
    }

    /// The place of the last event that is sealed.
    package func lastPlace(in database: any Database) async throws -> Int64 {
        try await database.lookUp { try Self.head(in: $0).sequence }
    }

    /// Whether a reader who has seen the log up to a place may go on from there: the event after it is there still, and isn't older than so
    /// many seconds; or there is none after it.
    package func continues(after place: Int64, within seconds: TimeInterval, at now: Date, in database: any Database) async throws -> Bool {
        try await database.lookUp { transaction in
            let head = try Self.head(in: transaction).sequence
            guard place < head else { return place == head }
            let row = try transaction.row("SELECT time FROM audit_event WHERE seq = ?1", place + 1)
            guard let time = try row?.int("time") else { return false }
            return TimeInterval(time) / 1000 >= now.timeIntervalSince1970 - seconds
        }
    }
}
