import Primitives
package import Store

extension AuditLog {
    /// The number of events that are read at once.
    private static let page = 500

    /// Seals the events that wait, and checks the chain from one checkpoint to the log's end, a page at a time, and returns the end.
    ///
    /// - Parameters:
    ///   - start: where to begin; by default before the first event that wasn't pruned.
    ///   - known: a checkpoint taken after `start`, which the log must pass through. Without one, events cut off at the
    ///     end can't be noticed.
    /// - Throws: ``AuditError`` at the first event that is changed or missing.
    package func verify(
        _ database: any Database, from start: AuditCheckpoint? = nil, through known: AuditCheckpoint? = nil
    ) async throws -> AuditCheckpoint {
        try await Self.seal(database)
        let pruned = try await beginning(of: database)
        let start = start ?? pruned
        if let known, known.sequence < start.sequence {
            throw AuditError(.checkpoint, "the checkpoint \(known) lies before \(start), where the check begins")
        }
        var (head, isTold) = (start, start != pruned || pruned == .start)
        try Self.compare(head, with: known)
        var records = try await Self.records(after: head, in: database)
        while !records.isEmpty {
            try WorkProgress.step(by: records.count)
            for record in records {
                head = try Self.next(record, after: head)
                try Self.compare(head, with: known)
                isTold = isTold || record.sealed.record.tells(pruned)
            }
            records = try await Self.records(after: head, in: database)
        }
        if let known, known.sequence > head.sequence {
            throw AuditError(.checkpoint, "the log ends at event \(head.sequence), before the checkpoint \(known)")
        }
        guard isTold else { throw AuditError(.missing, "the log begins after \(pruned), and no event says that it was pruned") }
        return head
    }

    static func records(
        after head: AuditCheckpoint, in database: any Database
    ) async throws -> [(sealed: SealedRecord, hash: [UInt8])] {
        try await database.read { transaction in
            try transaction.rows(
                """
                SELECT seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, hash, personal, personal_digest
                FROM audit_event WHERE seq > ?1 ORDER BY seq LIMIT ?2
                """, head.sequence, page
            ).map { row in (try SealedRecord(row: row), try row.blob("hash")) }
        }
    }

    static func next(
        _ stored: (sealed: SealedRecord, hash: [UInt8]), after head: AuditCheckpoint
    ) throws(AuditError) -> AuditCheckpoint {
        let sequence = stored.sealed.sequence
        guard sequence == head.sequence + 1 else { throw AuditError(.missing, "event \(head.sequence + 1) is missing") }
        let hash = stored.sealed.hash(after: head.hash)
        guard hash == stored.hash, stored.sealed.isWhole else {
            throw AuditError(.changed, "event \(sequence) was changed, or one before it")
        }
        return AuditCheckpoint(sequence: sequence, hash: hash)
    }

    private static func compare(_ head: AuditCheckpoint, with known: AuditCheckpoint?) throws(AuditError) {
        guard let known, known.sequence == head.sequence, known != head else { return }
        throw AuditError(.checkpoint, "the log differs from the checkpoint \(known)")
    }
}

extension AuditRecord {
    /// Whether the event says that the log was pruned up to a checkpoint.
    fileprivate func tells(_ checkpoint: AuditCheckpoint) -> Bool {
        guard kind == AuditEvent.Kind.auditPruned.rawValue, let details,
            let object = (try? JSONValue(parsing: details, limits: .own()))?.object
        else {
            return false
        }
        return object["through"]?.string == checkpoint.description
    }
}
