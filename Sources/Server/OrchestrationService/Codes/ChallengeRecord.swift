import Directory
import Foundation
package import Foundations
import Primitives
import Store

/// A challenge that a user types into the app, for an answer that is good once.
package struct ChallengeRecord: Sendable {
    /// The table `orchestration_challenges`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 11, tables)],
        tables: [.owned("orchestration_challenges", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("orchestration_challenges", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_challenges (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, challenge TEXT NOT NULL,
            spent BIGINT NOT NULL DEFAULT 0, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX orchestration_challenges_user ON orchestration_challenges (realm, application, user_id)",
        "CREATE INDEX orchestration_challenges_expires ON orchestration_challenges (expires)",
    ]

    /// The number of a user's challenges that wait for an answer.
    static let most = 8

    static func insert(
        _ id: String, _ challenge: String, user: UUID, of customer: OrchestrationCustomer, at now: Date, until end: Date,
        in transaction: any WriteTransaction
    ) throws {
        try transaction.hold(HeldName("orchestration challenges", customer.realm.id, customer.application, user))
        let waiting = try transaction.row(
            """
            SELECT COUNT(*) AS count FROM orchestration_challenges
            WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND spent = 0 AND expires > ?4
            """, customer.realm.id, customer.application, user, now)
        guard try waiting?.int("count") ?? 0 < most else {
            throw OrchestrationRefusal(.limited, "\(most) challenges wait for the user's answers, which is the most")
        }
        try transaction.execute(
            """
            INSERT INTO orchestration_challenges (realm, id, application, user_id, challenge, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """, customer.realm.id, id, customer.application, user, challenge, end)
    }

    /// The text of a user's challenge that waits.
    static func find(
        _ id: String, user: UUID, of customer: OrchestrationCustomer, at now: Date, in transaction: any ReadTransaction
    ) throws -> String? {
        try transaction.row(
            """
            SELECT challenge FROM orchestration_challenges
            WHERE realm = ?1 AND id = ?2 AND application = ?3 AND user_id = ?4 AND spent = 0 AND expires > ?5
            """, customer.realm.id, id, customer.application, user, now
        )?.text("challenge")
    }

    /// Uses a challenge up, once.
    static func spend(_ id: String, of customer: OrchestrationCustomer, at now: Date, in transaction: any WriteTransaction) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_challenges SET spent = 1
            WHERE realm = ?1 AND id = ?2 AND application = ?3 AND spent = 0 AND expires > ?4
            """, customer.realm.id, id, customer.application, now)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }

}
