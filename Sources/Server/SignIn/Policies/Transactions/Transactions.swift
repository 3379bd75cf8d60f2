package import Foundation
package import Primitives
package import Store
package import Sessions
package import Foundations

/// The transactions of all realms.
package struct Transactions: Sendable {
    /// The table `transactions`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(5, "policies", place: 1, tables)],
        tables: [.owned("transactions", filled: .byOwners, by: .user("user_id"))],
        expiry: [Expiry("transactions", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE transactions (
            realm TEXT NOT NULL, id TEXT NOT NULL, status TEXT NOT NULL, user_id TEXT NOT NULL, session TEXT NOT NULL,
            policy_set TEXT NOT NULL, policy TEXT NOT NULL, resource TEXT NOT NULL, journey TEXT NOT NULL, created BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX transactions_session ON transactions (realm, session)",
        "CREATE INDEX transactions_expires ON transactions (expires)",
    ]

    /// The number of transactions that a session may have waiting; the oldest go first, so that no user fills the database by asking.
    static let mostInSession = 100

    package let database: any Database
    package let time: any TimeSource

    package init(database: any Database, time: any TimeSource) {
        self.database = database
        self.time = time
    }

    /// A transaction that waits for its approval in a session; nil when there is none, or it is another's, approved already, or too old.
    package func waiting(_ id: String, for session: UserSession) async throws -> Transaction? {
        let now = time.now
        return try await database.read { transaction in
            try transaction.row(
                """
                SELECT * FROM transactions WHERE realm = ?1 AND id = ?2 AND status = 'created' AND session = ?3 AND user_id = ?4
                    AND expires > ?5
                """, session.realm, id, session.handle, session.user, now
            ).map(Self.transaction)
        }
    }
}

extension Transactions {
    /// The access to which a transaction belongs.
    struct Access: Sendable {
        let session: UserSession
        let policySet: String
        let policy: String
        let resource: String
        let journey: String
    }

    /// Asks for a transaction.
    static func create(_ id: String, _ access: Access, at now: Date, expires: Date, in transaction: any WriteTransaction) throws {
        let session = access.session
        try transaction.execute(
            """
            INSERT INTO transactions (realm, id, status, user_id, session, policy_set, policy, resource, journey, created, expires)
            VALUES (?1, ?2, 'created', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, session.realm, id, session.user, session.handle, access.policySet, access.policy, access.resource, access.journey, now,
            expires)
        try transaction.execute(
            """
            DELETE FROM transactions WHERE realm = ?1 AND session = ?2 AND status = 'created' AND id NOT IN (
                SELECT id FROM transactions WHERE realm = ?1 AND session = ?2 AND status = 'created' ORDER BY created DESC, id LIMIT ?3)
            """, session.realm, session.handle, mostInSession)
    }

    /// Takes the user's approval, in the transaction that completes their journey; false when there is nothing to approve any more.
    package static func approve(
        _ id: String, session: UserSession, journey: String, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE transactions SET status = 'authenticated'
            WHERE realm = ?1 AND id = ?2 AND status = 'created' AND session = ?3 AND user_id = ?4 AND journey = ?5 AND expires > ?6
            """, session.realm, id, session.handle, session.user, journey, now) == 1
    }

    /// Uses an approval up for the access that it was asked for; false when it isn't one, or was used.
    static func use(_ id: String, for access: Access, at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        let session = access.session
        return try transaction.execute(
            """
            UPDATE transactions SET status = 'completed'
            WHERE realm = ?1 AND id = ?2 AND status = 'authenticated' AND session = ?3 AND user_id = ?4 AND policy_set = ?5 AND policy = ?6
                AND resource = ?7 AND journey = ?8 AND expires > ?9
            """, session.realm, id, session.handle, session.user, access.policySet, access.policy, access.resource, access.journey, now)
            == 1
    }

    private static func transaction(_ row: Row) throws -> Transaction {
        Transaction(
            id: try row.text("id"), status: Transaction.Status(rawValue: try row.text("status")) ?? .completed,
            user: try row.uuid("user_id"),
            session: try row.text("session"), policySet: try row.text("policy_set"), policy: try row.text("policy"),
            resource: try row.text("resource"), journey: try row.text("journey"), expires: try row.date("expires"))
    }
}
