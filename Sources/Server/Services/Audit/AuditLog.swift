package import Store

/// The log of what was done: events are only ever added, each chained to the one before by its hash.
///
/// An event is written in the same transaction as its effect, so neither is there without the other.
package struct AuditLog: Sendable {
    /// The table; part of the schema's history.
    package static let tables: [SQL] = [
        """
        CREATE TABLE audit_event (
            seq BIGINT PRIMARY KEY, time BIGINT NOT NULL, realm TEXT NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL,
            user_id TEXT, client_id TEXT, session TEXT, reason TEXT, details TEXT, hash BLOB NOT NULL)
        """
    ]

    private let personalRealms: Set<String>

    /// A log that keeps what tells about persons only for the realms that ask for it.
    package init(keepingPersonalFieldsOf realms: Set<String> = []) { personalRealms = realms }

    /// Adds an event, in the transaction of what it tells.
    package func append(_ event: AuditEvent, in transaction: any WriteTransaction) throws(DatabaseError) {
        do { try AccountNotice.note(event, in: transaction) } catch let error as DatabaseError { throw error } catch {
            throw DatabaseError(.corrupt, "an account that is to be told can't be read", underlying: error)
        }
        let head = try Self.head(in: transaction)
        let record = AuditRecord(
            event, sequence: head.sequence + 1, personal: personalRealms.contains(event.realm))
        try transaction.execute(
            """
            INSERT INTO audit_event
                (seq, time, realm, kind, outcome, user_id, client_id, session, reason, details, hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """,
            record.sequence, record.time, record.realm, record.kind, record.outcome, record.user, record.client,
            record.session, record.reason, record.details, record.hash(after: head.hash))
    }

    /// Where the log ends now.
    package func checkpoint(of database: any Database) async throws -> AuditCheckpoint {
        try await database.read { try Self.head(in: $0) }
    }

    static func head(in transaction: any ReadTransaction) throws(DatabaseError) -> AuditCheckpoint {
        guard let row = try transaction.row("SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1") else {
            return .start
        }
        return AuditCheckpoint(sequence: try row.int("seq"), hash: try row.blob("hash"))
    }
}
