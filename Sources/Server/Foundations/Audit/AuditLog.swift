import Foundation
package import Primitives
package import Store

/// The log of what was done: events are only ever added, and each is chained to the one before by its hash.
///
/// An event is written in the same transaction as its effect, so neither is there without the other. It waits there until it is sealed
/// (``seal(_:)``): that gives it its place in the chain, which is the one thing that writers would have to wait for each other for.
package struct AuditLog: Sendable {
    /// The tables of the log, which belong to the installation: events stay when a user or realm goes; a user's lose their personal
    /// fields.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 8, tables),
            SchemaStep(27, "failures by factor", place: 1, boundingTables),
            SchemaStep(30, "erasure", place: 1, personalColumns),
            SchemaStep(35, "audit outbox", waitingTable),
        ],
        tables: [
            .kept(
                "audit_event",
                filled: .byStrangers(
                    .init(
                        by: .sampling, bytes: 16 << 10, renewals: .none,
                        lifetime: .lasting(because: "the log is kept; what strangers cause is sampled"))),
                because: "an event stays under the user's id, which names no person any more; its personal fields are taken out"
            ),
            .kept(
                "audit_waiting",
                filled: .byStrangers(
                    .init(
                        by: .sampling, bytes: 16 << 10, renewals: .none,
                        lifetime: .lasting(because: "the log is kept; what strangers cause is sampled"))),
                because: "events of the audit log until they are sealed; their personal fields are taken out"),
            .free(
                "audit_samples", filled: .byStrangers(.init(by: .address, bytes: 512, renewals: .none, lifetime: .seconds(120))),
                because: "counts by network prefix, of a minute"),
            .kept("audit_pruned", filled: .byAdministration, because: "where the audit log begins"),
        ])

    /// The table; part of the schema's history.
    private static let tables: [SQL] = [
        """
        CREATE TABLE audit_event (
            seq BIGINT PRIMARY KEY, time BIGINT NOT NULL, realm TEXT NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL,
            user_id TEXT, client_id TEXT, session TEXT, reason TEXT, details TEXT, hash BLOB NOT NULL)
        """
    ]

    /// The table, as that of a log.
    package static let table = PartitionedTable("audit_event", by: "seq", size: 1_000_000)

    /// The columns that tell about persons: they stand apart, so that they can be taken out; their digest stays in the chain.
    private static let personalColumns: [SQL] = [
        "ALTER TABLE audit_event ADD COLUMN personal TEXT",
        "ALTER TABLE audit_event ADD COLUMN personal_digest BLOB",
        "CREATE INDEX audit_event_personal ON audit_event (user_id) WHERE personal IS NOT NULL",
    ]

    let privacy: AuditPrivacy
    private let random: any RandomSource
    private let ids: OrderedIDs
    private let listeners: [any AuditListener.Type]

    /// A log that has of persons what the settings of each realm say.
    ///
    /// - Parameters:
    ///   - random: draws what keeps the digests of personal fields from being guessed.
    ///   - listeners: the parts of the server that learn of each event.
    package init(_ privacy: AuditPrivacy, random: any RandomSource, listeners: [any AuditListener.Type] = []) {
        self.privacy = privacy
        self.random = random
        ids = OrderedIDs(random: random)
        self.listeners = listeners
    }

    /// Adds an event, in the transaction of what it tells. An event without an address gets the requester's.
    package func append(_ event: AuditEvent, in transaction: any WriteTransaction) throws(DatabaseError) {
        var event = event
        if event.personal["address"] == nil { event.personal["address"] = Requester.address.map(JSONValue.string) }
        event.cutPersonalFields()
        event.nameAdministrator()
        do {
            for listener in listeners { try listener.note(event, in: transaction) }
        } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.corrupt, "an account that is to be told can't be read", underlying: error)
        }
        let record = AuditRecord(event, personal: try privacy.written(event, in: transaction), saltedBy: random)
        try transaction.execute(
            """
            INSERT INTO audit_waiting (id, time, realm, kind, outcome, user_id, client_id, session, reason, details, personal)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """,
            ids.next(at: event.time), record.time, record.realm, record.kind, record.outcome, record.user, record.client, record.session,
            record.reason, record.details, record.personal)
        transaction.wake(.audit, "")
    }

    /// Seals the events that wait, and reads where the log ends then.
    package func checkpoint(of database: any Database) async throws -> AuditCheckpoint {
        try await Self.seal(database)
        return try await database.read { try Self.head(in: $0) }
    }

    static func head(in transaction: any ReadTransaction) throws(DatabaseError) -> AuditCheckpoint {
        guard let row = try transaction.row("SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1") else {
            return try beginning(in: transaction)
        }
        return AuditCheckpoint(sequence: try row.int("seq"), hash: try row.blob("hash"))
    }
}
