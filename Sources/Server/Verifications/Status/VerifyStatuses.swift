import Foundation
import Foundations
import Primitives
import Store
import VerificationMessages

/// The states of users' verification. A user without a row is enabled.
enum VerifyStatuses {
    /// The table of step 60; rows go with their user.
    static let table: SQL = """
        CREATE TABLE verify_statuses (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, status TEXT NOT NULL, verification TEXT, PRIMARY KEY (realm, user_id))
        """

    static func status(of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> UserVerifyStatus {
        var status = UserVerifyStatus()
        status.status = .enabled
        let row = try transaction.row(
            "SELECT status, verification FROM verify_statuses WHERE realm = ?1 AND user_id = ?2", realm, user,
            keeping: .changed)
        guard let row else { return status }
        status.status = UserVerifyStatus.Status(rawValue: try row.text("status")) ?? .disabled
        status.transaction = try row.optionalUUID("verification")
        return status
    }

    static func set(
        _ status: UserVerifyStatus.Status, by verification: UUID?, of user: UUID, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO verify_statuses (realm, user_id, status, verification) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (realm, user_id) DO UPDATE SET status = ?3, verification = ?4
            """, realm, user, status.rawValue, verification)
    }

    /// Takes note of a transaction's end: an approval verifies its user, and a refusal takes back what the same transaction gave.
    static func note(_ status: VerificationStatus, of stored: StoredVerification, in transaction: any WriteTransaction) throws {
        if status.isApproved {
            // An administrator's switch stays.
            guard try self.status(of: stored.user, realm: stored.realm, in: transaction).status != .disabled else { return }
            try set(.verified, by: stored.id, of: stored.user, realm: stored.realm, in: transaction)
        } else {
            try transaction.execute(
                """
                UPDATE verify_statuses SET status = ?4, verification = NULL WHERE realm = ?1 AND user_id = ?2 AND verification = ?3
                """, stored.realm, stored.user, stored.id, UserVerifyStatus.Status.enabled.rawValue)
        }
    }

    /// Forgets which transaction verified a user, who stays verified.
    static func forget(_ stored: StoredVerification, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE verify_statuses SET verification = NULL WHERE realm = ?1 AND user_id = ?2 AND verification = ?3", stored.realm,
            stored.user, stored.id)
    }
}
