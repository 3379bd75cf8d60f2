import Crypto
import Foundation
import Foundations
import JOSE
import Primitives
import Store
import VerifiableClaims
import VerificationMessages

/// The claims by which an app shows that a document was verified before. A claim is good as long as its row is there.
enum EarlierClaims {
    /// The tables `verification_claims` and `verify_statuses`; rows go with their user, those of claims also once they have expired.
    static let feature = Feature(
        history: [SchemaStep(60, "verification claims and states of users", [VerifyStatuses.table] + tables)],
        tables: [
            .owned("verification_claims", filled: .byOwners, by: .user("user_id")),
            .owned("verify_statuses", filled: .byOwners, by: .user("user_id")),
        ],
        expiry: [Expiry("verification_claims", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE verification_claims (
            realm TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, verification TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX verification_claims_user ON verification_claims (realm, user_id)",
        "CREATE INDEX verification_claims_verification ON verification_claims (realm, verification)",
        "CREATE INDEX verification_claims_expires ON verification_claims (expires)",
    ]

    /// The name under which a claim is known.
    private static func id(_ claim: SDJWT) -> String { Base64URL.encode(SHA256.hash(data: Array(claim.issuerToken.utf8)).bytes) }

    /// Writes down the claims of a transaction.
    static func keep(_ claims: [SDJWT], of stored: StoredVerification, until expires: Date, in transaction: any WriteTransaction) throws {
        for claim in claims {
            try transaction.execute(
                "INSERT INTO verification_claims (realm, id, user_id, verification, expires) VALUES (?1, ?2, ?3, ?4, ?5)", stored.realm,
                id(claim), stored.user, stored.id, expires)
        }
    }

    /// Whether a claim was issued about a user, and not withdrawn.
    static func isGood(_ claim: SDJWT, of user: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM verification_claims WHERE realm = ?1 AND id = ?2 AND user_id = ?3 AND expires > ?4", realm, id(claim),
            user, now) != nil
    }

    /// Withdraws the claims of a user.
    static func withdraw(of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM verification_claims WHERE realm = ?1 AND user_id = ?2", realm, user)
    }

    /// Withdraws the claims that a transaction has issued.
    static func withdraw(of stored: StoredVerification, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM verification_claims WHERE realm = ?1 AND verification = ?2", stored.realm, stored.id)
    }
}
