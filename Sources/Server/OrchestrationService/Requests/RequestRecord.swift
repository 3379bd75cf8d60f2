import Directory
import CommandChannel
package import Foundation
package import Foundations
import Primitives
package import Store

/// A request to a user, to sign in or to sign: one for all their authenticators, with one end.
package struct RequestRecord: Sendable, Identifiable {
    /// The table `orchestration_requests`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(36, "orchestration", place: 9, tables), SchemaStep(38, "risk of orchestration requests", riskColumns),
            SchemaStep(39, "orchestration requests by state", stateIndex),
            SchemaStep(42, "rows by index", place: 0, waitingIndex),
            SchemaStep(43, "bounds of strangers", place: 3, askerColumn),
        ],
        tables: [
            .owned(
                "orchestration_requests",
                filled: .byStrangers(.init(by: .budget(.waitingRequests), bytes: 1024, renewals: .none, lifetime: .seconds(172_800))),
                by: .user("user_id"), .application("application"))
        ],
        sweep: { try forget(before: $0.now, in: $0.transaction) })

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_requests (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, kind BIGINT NOT NULL,
            state TEXT NOT NULL, authenticator TEXT, created BIGINT NOT NULL, deadline BIGINT NOT NULL, decided BIGINT,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX orchestration_requests_user ON orchestration_requests (realm, application, user_id, deadline)",
        "CREATE INDEX orchestration_requests_deadline ON orchestration_requests (deadline)",
    ]

    private static let riskColumns: [SQL] = [
        "ALTER TABLE orchestration_requests ADD COLUMN evaluation TEXT", "ALTER TABLE orchestration_requests ADD COLUMN risk BIGINT",
    ]

    // Each new request counts those of its user that are pending, among all whose deadlines haven't come.
    private static let stateIndex: [SQL] = [
        "DROP INDEX orchestration_requests_user",
        "CREATE INDEX orchestration_requests_user ON orchestration_requests (realm, application, user_id, state, deadline)",
    ]

    // The same, of those that are pending and of no others: it stays small, and an end takes its row out.
    private static let waitingIndex: [SQL] = [
        "DROP INDEX orchestration_requests_user",
        """
        CREATE INDEX orchestration_requests_user ON orchestration_requests (realm, application, user_id, deadline)
            WHERE state = 'pending'
        """,
    ]

    /// The column of who asked, as budgets count it.
    private static let askerColumn: [SQL] = ["ALTER TABLE orchestration_requests ADD COLUMN asker TEXT"]

    /// The states, as they are stored; time alone makes one a timeout.
    package enum SessionStatus: String, Sendable, CaseIterable { case pending, accepted, refused, failed, timeout }

    /// The number of a user's requests that wait at a time.
    static let mostPending = 8
    /// The number of seconds for which one can be read after its end.
    private static let readable: TimeInterval = 86_400

    /// The id, unique in the realm.
    package let id: String
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The id of the user.
    package let user: UUID
    let stored: SessionStatus
    /// The authenticator that decided, by its name.
    package let authenticator: String?
    /// The time of creation.
    package let created: Date
    /// The time until which the user can answer.
    package let deadline: Date
    /// The answer of the evaluation of its risk; nil for none.
    package let risk: RiskAnswer?

    /// The state at a time: a request that waits past its deadline has timed out.
    package func state(at now: Date) -> SessionStatus { stored == .pending && now >= deadline ? .timeout : stored }

    /// A request of a row that has all columns of the table.
    init(_ row: Row) throws {
        id = try row.text("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        stored = SessionStatus(exactly: try row.text("state")) ?? .failed
        authenticator = try row.optionalText("authenticator")
        created = try row.date("created")
        deadline = try row.date("deadline")
        let code = try row.optionalInt("risk").flatMap { RiskAnswer.Code(rawValue: Int($0)) }
        risk = try row.optionalUUID("evaluation").flatMap { id in code.map { RiskAnswer(id: id, code: $0) } }
    }

    /// A request that is made now.
    init(_ id: String, user: UUID, of customer: OrchestrationCustomer, at now: Date, until deadline: Date, risk: RiskAnswer?) {
        self.id = id
        realm = customer.realm.id
        application = customer.application
        self.user = user
        stored = .pending
        authenticator = nil
        created = now
        self.deadline = deadline
        self.risk = risk
    }

    /// Keeps a request, within the asker's part of what may wait for the user (``UserBudget`` `.waitingRequests`).
    func insert(_ kind: CommandKind, by asker: BudgetAsker, in transaction: any WriteTransaction) throws {
        try transaction.hold(HeldName("orchestration requests", realm, application, user))
        let waiting = try transaction.rows(
            """
            SELECT asker, COUNT(*) AS count FROM orchestration_requests
            WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND deadline > ?4 AND state = 'pending'
            GROUP BY asker
            """, realm, application, user, created)
        let use = try BudgetUse(waiting)
        guard UserBudget.waitingRequests.admits(asker, of: Self.mostPending, used: use) else {
            throw OrchestrationRefusal(.limited, "\(use.all) requests wait for the user, and this asker may add none")
        }
        try transaction.execute(
            """
            INSERT INTO orchestration_requests (realm, id, application, user_id, kind, state, created, deadline, evaluation, risk,
                asker)
            VALUES (?1, ?2, ?3, ?4, ?5, 'pending', ?6, ?7, ?8, ?9, ?10)
            """, realm, id, application, user, Int(kind.rawValue), created, deadline, risk?.id, risk?.code.rawValue, asker.key)
    }

    static func find(_ id: String, of customer: OrchestrationCustomer, in transaction: any ReadTransaction) throws -> RequestRecord? {
        try transaction.row(
            "SELECT * FROM orchestration_requests WHERE realm = ?1 AND id = ?2 AND application = ?3", customer.realm.id, id,
            customer.application
        ).map(RequestRecord.init)
    }

    /// Ends one that is pending, once.
    func end(_ state: SessionStatus, by authenticator: String?, at now: Date, in transaction: any WriteTransaction) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_requests SET state = ?4, authenticator = ?5, decided = ?6
            WHERE realm = ?1 AND id = ?2 AND application = ?3 AND state = 'pending' AND deadline > ?6
            """, realm, id, application, state.rawValue, authenticator, now)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
        transaction.wake(.orchestrationRequest, id)
    }

    /// Removes what ended long ago, with the devices' sides. Nothing depends on when this runs.
    private static func forget(before now: Date, in transaction: any WriteTransaction) throws {
        // All realms: the sweep.
        let end = now.addingTimeInterval(-readable)
        // From the requests that have ended to their sessions, in this order, so that no others are read (SQLite keeps the order of a
        // cross join).
        try transaction.execute(
            """
            DELETE FROM orchestration_sessions WHERE (realm, flow) IN (
                SELECT s.realm, s.flow
                FROM orchestration_requests r CROSS JOIN orchestration_authenticators a CROSS JOIN orchestration_sessions s
                WHERE r.deadline < ?1 AND a.realm = r.realm AND a.application = r.application AND a.user_id = r.user_id
                    AND s.realm = a.realm AND s.authenticator = a.id AND s.request = r.id)
            """, end)
        try transaction.execute("DELETE FROM orchestration_requests WHERE deadline < ?1", end)
    }
}

extension Wakeup.Topic {
    /// Requests that were decided, by their ids.
    package static let orchestrationRequest = Self("orchestration request")
}
