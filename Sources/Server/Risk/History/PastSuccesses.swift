import Foundation
import Foundations
import Primitives
import RiskScoring
import Store

/// The latest successful sign-ins of a user, ``most`` of them, with their addresses and places.
struct PastSuccesses {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 6, tables)],
        tables: [.owned("risk_successes", filled: .byOwners, by: .user("subject"))],
        expiry: [Expiry("risk_successes", key: "realm, subject, evaluation", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_successes (
            realm TEXT NOT NULL, subject TEXT NOT NULL, evaluation TEXT NOT NULL, at BIGINT NOT NULL, address TEXT NOT NULL, place TEXT,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, subject, evaluation))
        """,
        "CREATE INDEX risk_successes_at ON risk_successes (realm, subject, at)",
        "CREATE INDEX risk_successes_expires ON risk_successes (expires)",
    ]

    /// The number of sign-ins that are remembered of a user.
    static let most = 50

    let subject: RiskSubject

    /// The sign-ins before a moment, the latest first.
    func all(_ moment: RiskMoment, in transaction: any ReadTransaction) throws -> [PastSuccess] {
        let rows = try transaction.rows(
            """
            SELECT at, address, place FROM risk_successes WHERE realm = ?1 AND subject = ?2 AND at <= ?3 AND expires >= ?3
            ORDER BY at DESC, address, CASE WHEN place IS NULL THEN 0 ELSE 1 END, place LIMIT 50
            """, moment.realm, subject.text, moment.now)
        return try rows.map { row in
            PastSuccess(
                time: Int(try row.date("at").timeIntervalSince1970), address: try row.text("address"),
                place: try row.optionalText("place").map { try Place(json: try JSONValue(parsing: $0, limits: .own())) })
        }
    }

    /// Remembers a sign-in, and forgets the oldest when there are too many.
    func note(
        _ evaluation: UUID, at time: Date, address: String, place: JSONValue?, _ moment: RiskMoment, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO risk_successes (realm, subject, evaluation, at, address, place, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (realm, subject, evaluation) DO NOTHING
            """, moment.realm, subject.text, evaluation, time, address, place?.text, moment.expires)
        try transaction.execute(
            """
            DELETE FROM risk_successes WHERE realm = ?1 AND subject = ?2 AND evaluation NOT IN
                (SELECT evaluation FROM risk_successes WHERE realm = ?1 AND subject = ?2 ORDER BY at DESC, evaluation LIMIT 50)
            """, moment.realm, subject.text)
    }
}
