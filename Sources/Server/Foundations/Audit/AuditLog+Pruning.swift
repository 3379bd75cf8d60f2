package import Foundation
import Primitives
package import Store

extension AuditLog {
    /// The result of a pruning.
    package struct Pruning: Sendable, Equatable {
        /// The last event that is gone.
        package let through: AuditCheckpoint
        /// The number of events that were deleted.
        package let events: Int64
    }

    /// The number of events that are deleted in one transaction, below what databases of many machines allow (3 000).
    private static let batch: Int64 = 2500

    /// Deletes the oldest events, up to the first one of a time or later. The rest can still be verified: the checkpoint of the last
    /// one that is gone is kept, and an event of the log says so.
    package func prune(before end: Date, at now: Date, in database: any Database) async throws -> Pruning {
        try await Self.seal(database)
        let pruning = try await database.write { try cut(before: end, at: now, $0) }
        try await database.tend(Self.table, from: pruning.through.sequence + 1)
        while true {
            let deleted = try await database.write { try Self.delete(through: pruning.through.sequence, $0) }
            guard deleted > 0 else { return pruning }
            // Events that were not deleted yet go with the next pruning.
            try WorkProgress.step(by: deleted)
        }
    }

    /// Makes room for the events to come, where a database keeps the log in parts.
    package static func tend(_ database: any Database) async throws {
        try await database.tend(table, from: try await database.read { try beginning(in: $0) }.sequence + 1)
    }

    /// Reads where the log begins: the checkpoint of the last event that was pruned.
    package func beginning(of database: any Database) async throws -> AuditCheckpoint {
        try await database.read { try Self.beginning(in: $0) }
    }

    static func beginning(in transaction: any ReadTransaction) throws(DatabaseError) -> AuditCheckpoint {
        guard let row = try transaction.row("SELECT seq, hash FROM audit_pruned WHERE id = 1") else { return .start }
        return AuditCheckpoint(sequence: try row.int("seq"), hash: try row.blob("hash"))
    }

    /// Takes down how far the log is gone. From then on it is, though its events may still have to be deleted.
    private func cut(before end: Date, at now: Date, _ transaction: any WriteTransaction) throws -> Pruning {
        let start = try Self.beginning(in: transaction)
        let milliseconds = Int64((end.timeIntervalSince1970 * 1000).rounded())
        let first = try transaction.row(
            "SELECT MIN(seq) AS seq FROM audit_event WHERE time >= ?1 AND seq > ?2", milliseconds, start.sequence
        )?.optionalInt("seq")
        let row = try transaction.row(
            "SELECT seq, hash FROM audit_event WHERE seq > ?1 AND seq < ?2 ORDER BY seq DESC LIMIT 1", start.sequence, first ?? .max)
        guard let row else { return Pruning(through: start, events: 0) }
        let through = AuditCheckpoint(sequence: try row.int("seq"), hash: try row.blob("hash"))
        let pruning = Pruning(through: through, events: through.sequence - start.sequence)
        var event = AuditEvent(.auditPruned, at: now, realm: RealmPath.root.description)
        event.details = ["through": .string(through.description), "events": .integer(pruning.events)]
        try append(event, in: transaction)
        try transaction.execute(
            "INSERT INTO audit_pruned (id, seq, hash) VALUES (1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET seq = ?1, hash = ?2",
            through.sequence, through.hash)
        return pruning
    }

    /// Deletes some of the events up to one, and returns how many.
    private static func delete(through last: Int64, _ transaction: any WriteTransaction) throws -> Int {
        guard let first = try transaction.row("SELECT MIN(seq) AS seq FROM audit_event WHERE seq <= ?1", last)?.optionalInt("seq") else {
            return 0
        }
        return try transaction.execute("DELETE FROM audit_event WHERE seq < ?1 AND seq <= ?2", first + batch, last)
    }
}

extension AuditEvent.Kind {
    static let auditPruned = Self("audit.pruned")
}
