import Foundation
import Primitives
package import Store

extension Wakeup.Topic {
    /// Events wait to be sealed.
    package static let audit = Self("audit")
}

extension AuditLog {
    /// The table of events that have no place in the chain yet; part of the schema's history.
    static let waitingTable: [SQL] = [
        """
        CREATE TABLE audit_waiting (
            id TEXT PRIMARY KEY, time BIGINT NOT NULL, realm TEXT NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL,
            user_id TEXT, client_id TEXT, session TEXT, reason TEXT, details TEXT, personal TEXT)
        """
    ]

    /// The number of events that are sealed in one transaction: so few that other writers don't wait for long.
    package static let sealedAtOnce = 100
    /// The number of times in a row that other sealers may come first.
    private static let mostOvertakings = 100

    /// Seals the events that wait: each gets the next place in the chain, in the order of their time, and its hash.
    ///
    /// It may be called at any time, by any number of processes at once: an event is sealed by the one that takes it out of those that wait, in
    /// the transaction that chains it. A process that ends in between leaves events that wait.
    ///
    /// - Returns: how many this call has sealed.
    @discardableResult
    package static func seal(_ database: any Database) async throws -> Int {
        guard try await isAnyWaiting(database) else { return 0 }
        var (sealed, last) = (0, sealedAtOnce)
        // Events that have come meanwhile wake a sealer of their own.
        while last == sealedAtOnce {
            last = try await sealSome(database)
            sealed += last
        }
        return sealed
    }

    private static func sealSome(_ database: any Database) async throws -> Int {
        for _ in 0..<mostOvertakings {
            if let count = try await trySealing(database) { return count }
        }
        throw AuditError(.overtaken, "other processes always seal first")
    }

    /// Seals some events; nil when another process was quicker.
    private static func trySealing(_ database: any Database) async throws -> Int? {
        do {
            return try await database.write { try seal(in: $0) }
        } catch let error as AuditError where error.code == .overtaken {
            return nil
        }
    }

    /// Asked first, so that nothing is written where nothing waits.
    private static func isAnyWaiting(_ database: any Database) async throws -> Bool {
        try await database.lookUp { try $0.row("SELECT id FROM audit_waiting LIMIT 1") != nil }
    }

    /// Seals some events, at most ``sealedAtOnce``; returns how many.
    ///
    /// Two sealers that begin at the same head meet at the key of the place after it, and those that begin at different heads at the event that
    /// both take out: one of them does nothing.
    package static func seal(in transaction: any WriteTransaction) throws -> Int {
        var head = try Self.head(in: transaction)
        let rows = try transaction.rows(
            """
            SELECT id, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal
            FROM audit_waiting ORDER BY id LIMIT ?1
            """, sealedAtOnce)
        guard let last = try rows.last?.text("id") else { return 0 }
        // One statement for all: an event that has come among them meanwhile makes the numbers differ.
        guard try transaction.execute("DELETE FROM audit_waiting WHERE id <= ?1", last) == rows.count else {
            throw AuditError(.overtaken, "another process has sealed or written such an event meanwhile")
        }
        for row in rows {
            head = try add(SealedRecord(try AuditRecord(row: row), as: head.sequence + 1), after: head, transaction)
        }
        transaction.wake(.auditSealed, "")
        return rows.count
    }

    private static func add(
        _ sealed: SealedRecord, after head: AuditCheckpoint, _ transaction: any WriteTransaction
    ) throws -> AuditCheckpoint {
        let (record, hash) = (sealed.record, sealed.hash(after: head.hash))
        let added = try transaction.execute(
            """
            INSERT INTO audit_event
                (seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, hash, personal, personal_digest)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) ON CONFLICT (seq) DO NOTHING
            """,
            sealed.sequence, record.time, record.realm, record.kind, record.outcome, record.user, record.client, record.session,
            record.reason, record.details, hash, record.personal, sealed.digest)
        guard added == 1 else {
            throw AuditError(.overtaken, "another process has sealed an event at the place \(sealed.sequence) meanwhile")
        }
        return AuditCheckpoint(sequence: sealed.sequence, hash: hash)
    }
}
