package import Foundation
package import Foundations
package import Primitives
package import RiskScoring
import Store

/// An evaluation as it is kept: the event, the facts, the result, and what is to be learnt from the event once it has succeeded.
package struct RecordedEvaluation: Sendable {
    /// The table `risk_evaluations`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 7, tables)],
        tables: [
            .owned(
                "risk_evaluations",
                filled: .byStrangers(.init(by: .address, bytes: 32 << 10, renewals: .none, lifetime: .seconds(2_592_000))),
                by: .user("subject"), .application("application"))
        ],
        expiry: [Expiry("risk_evaluations", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_evaluations (
            realm TEXT NOT NULL, id TEXT NOT NULL, subject TEXT NOT NULL, application TEXT, created BIGINT NOT NULL, updated BIGINT NOT NULL,
            policy_set TEXT NOT NULL, level TEXT NOT NULL, score BIGINT NOT NULL, completion TEXT NOT NULL, event TEXT NOT NULL,
            facts TEXT NOT NULL, result TEXT NOT NULL, signals TEXT NOT NULL, lesson TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX risk_evaluations_created ON risk_evaluations (realm, created)",
        "CREATE INDEX risk_evaluations_subject ON risk_evaluations (realm, subject, created)",
        "CREATE INDEX risk_evaluations_expires ON risk_evaluations (expires)",
    ]

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The user's id, or a hash of it for a user from outside.
    let subject: RiskSubject
    let application: String?
    /// The time of creation.
    package let created: Date
    /// The time of the last change.
    package var updated: Date
    /// The id of the policy set that decided.
    package let policySet: UUID
    package let level: RiskLevel
    /// The score of the result.
    package let score: Int
    package var completion: RiskEvent.Completion
    /// The event, without its signals.
    package let event: JSONObject
    /// The facts, as ``/RiskScoring/RiskFacts/json``.
    package let facts: JSONValue
    /// `result` and `details`, and the result of a staged policy set as `staged`.
    package let result: JSONObject
    /// The fate of the signals: `TAKEN`, `NONE`, or the reason for which they were refused.
    package let signals: String
    let lesson: RiskLesson
    let expires: Date

    /// The realm's user; nil for one from outside.
    package var user: UUID? { subject.user }

    /// Whether at least one predictor came to something: without that it says nothing, and least of all "low".
    package var isFounded: Bool {
        (result["details"]?.object?.members ?? []).contains { $0.value["type"] != nil && $0.value["status"] == nil }
    }

    /// The mitigation that is recommended; nil for none.
    package var recommendedAction: String? { result["result"]?["recommendedAction"]?.string }
}

extension RecordedEvaluation {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        let text = try row.text("subject")
        subject = RiskSubject(text: text, user: UUID(text: text))
        application = try row.optionalText("application")
        created = try row.date("created")
        updated = try row.date("updated")
        policySet = try row.uuid("policy_set")
        level = RiskLevel(exactly: try row.text("level")) ?? .high
        score = Int(try row.int("score"))
        completion = RiskEvent.Completion(rawValue: try row.text("completion")) ?? .inProgress
        event = try JSONValue(parsing: try row.text("event"), limits: .own()).object ?? JSONObject()
        facts = try JSONValue(parsing: try row.text("facts"), limits: .own())
        result = try JSONValue(parsing: try row.text("result"), limits: .own()).object ?? JSONObject()
        signals = try row.text("signals")
        lesson = try RiskLesson(stored: try JSONValue(parsing: try row.text("lesson"), limits: .own()))
        expires = try row.date("expires")
    }

    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> RecordedEvaluation? {
        try transaction.row("SELECT * FROM risk_evaluations WHERE realm = ?1 AND id = ?2", realm, id).map(RecordedEvaluation.init)
    }

    /// The latest evaluations from a place on, of one user when one is named.
    static func latest(
        of user: UUID?, from place: ListPlace, limit: Int, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [RecordedEvaluation] {
        let last = try transaction.row("SELECT created FROM risk_evaluations WHERE realm = ?1 AND id = ?2", realm, place.after)
        let (created, passed) = (try last?.int("created") ?? .max, last == nil ? place.passed : 0)
        let rows =
            if let user {
                try transaction.rows(
                    """
                    SELECT * FROM risk_evaluations
                    WHERE realm = ?1 AND subject = ?2 AND created <= ?3 AND (created < ?3 OR id > ?4)
                    ORDER BY created DESC, id LIMIT ?5 OFFSET ?6
                    """, realm, user, created, place.after, limit, passed)
            } else {
                try transaction.rows(
                    """
                    SELECT * FROM risk_evaluations WHERE realm = ?1 AND created <= ?2 AND (created < ?2 OR id > ?3)
                    ORDER BY created DESC, id LIMIT ?4 OFFSET ?5
                    """, realm, created, place.after, limit, passed)
            }
        return try rows.map(RecordedEvaluation.init)
    }

    func insert(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO risk_evaluations (realm, id, subject, application, created, updated, policy_set, level, score, completion, event,
                facts, result, signals, lesson, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            """, realm, id, subject.text, application, created, updated, policySet, level.rawValue, score, completion.rawValue,
            JSONValue.object(event).text, facts.text, JSONValue.object(result).text, signals, lesson.json.text, expires)
    }

    func saveCompletion(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE risk_evaluations SET completion = ?3, updated = ?4 WHERE realm = ?1 AND id = ?2", realm, id, completion.rawValue,
            updated)
    }
}
