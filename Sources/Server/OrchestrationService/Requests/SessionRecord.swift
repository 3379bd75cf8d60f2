import CommandChannel
import Foundation
package import Foundations
import Primitives
import Store

/// One authenticator's side of a request: the flow in which it answers.
package struct SessionRecord: Sendable {
    /// The table `orchestration_sessions`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [
            SchemaStep(36, "orchestration", place: 10, tables), SchemaStep(42, "rows by index", place: 1, indexes),
        ],
        tables: [
            .owned(
                "orchestration_sessions",
                filled: .byStrangers(.init(by: .budget(.waitingRequests), bytes: 32 << 10, renewals: .none, lifetime: .seconds(172_800))),
                by: .user("user_id"), .application("application"))
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_sessions (
            realm TEXT NOT NULL, flow TEXT NOT NULL, request TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL,
            authenticator TEXT NOT NULL, command TEXT NOT NULL, sealed BLOB NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (realm, flow))
        """,
        "CREATE INDEX orchestration_sessions_authenticator ON orchestration_sessions (realm, authenticator)",
        "CREATE INDEX orchestration_sessions_request ON orchestration_sessions (realm, request)",
    ]

    // One for both: an authenticator's side of a request is found at once, however often it was asked.
    private static let indexes: [SQL] = [
        "DROP INDEX orchestration_sessions_request", "DROP INDEX orchestration_sessions_authenticator",
        "CREATE INDEX orchestration_sessions_authenticator ON orchestration_sessions (realm, authenticator, request)",
    ]

    let request: RequestRecord
    var channel: RemoteSession
    let version: Int64

    static func sealed(_ session: RemoteSession, _ flow: FlowID, realm: UUID, _ sealer: Sealer) throws -> [UInt8] {
        try sealer.seal(Secret(bytes: session.record), context: context(realm, flow))
    }

    private static func context(_ realm: UUID, _ flow: FlowID) -> String { "orchestration session/\(realm.text)/\(flow)" }

    static func find(
        _ flow: FlowID, of authenticator: AuthenticatorRecord, _ customer: OrchestrationCustomer, in transaction: any ReadTransaction,
        _ sealer: Sealer
    ) throws -> SessionRecord? {
        let row = try transaction.row(
            """
            SELECT r.*, s.sealed, s.version
            FROM orchestration_sessions s JOIN orchestration_requests r ON r.realm = s.realm AND r.id = s.request
            WHERE s.realm = ?1 AND s.flow = ?2 AND s.authenticator = ?3 AND r.application = ?4
            """, authenticator.realm, flow.description, authenticator.id, customer.application)
        guard let row else { return nil }
        let record = try sealer.open(try row.blob("sealed"), context: context(authenticator.realm, flow))
        return SessionRecord(
            request: try RequestRecord(row), channel: try RemoteSession(record: record.withBytes { Array($0) }),
            version: try row.int("version"))
    }

    static func insert(
        _ command: CommandEnvelope, sealed: [UInt8], request: String, of authenticator: AuthenticatorRecord,
        in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO orchestration_sessions (realm, flow, request, application, user_id, authenticator, command, sealed, version)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1)
            """, authenticator.realm, command.flow.description, request, authenticator.application, authenticator.user, authenticator.id,
            command.text, sealed)
    }

    /// Writes how far it has come, if nothing was changed meanwhile.
    func update(_ flow: FlowID, sealed: [UInt8], in transaction: any WriteTransaction) throws {
        let changed = try transaction.execute(
            "UPDATE orchestration_sessions SET sealed = ?3, version = version + 1 WHERE realm = ?1 AND flow = ?2 AND version = ?4",
            request.realm, flow.description, sealed, version)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }

    /// The commands of requests that wait for an authenticator, the latest first.
    static func waiting(
        for authenticator: AuthenticatorRecord, at now: Date, in transaction: any ReadTransaction
    ) throws -> [String] {
        try transaction.rows(
            """
            SELECT s.command FROM orchestration_requests r JOIN orchestration_sessions s ON s.realm = r.realm AND s.request = r.id
            WHERE r.realm = ?1 AND r.application = ?2 AND r.user_id = ?3 AND r.state = 'pending' AND r.deadline > ?4
                AND s.authenticator = ?5
            ORDER BY r.created DESC, r.id LIMIT ?6
            """, authenticator.realm, authenticator.application, authenticator.user, now, authenticator.id, PendingRequests.most
        ).map { try $0.text("command") }
    }
}
