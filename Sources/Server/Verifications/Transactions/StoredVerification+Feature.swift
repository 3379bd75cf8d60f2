import Foundations
import Primitives
import Store
import VerificationMessages

extension StoredVerification {
    /// The tables `verifications`, `verification_images` and `verification_cards`. Rows go with their user; data of ended transactions go when
    /// their time is over, and deleted transactions then, too.
    static let feature = Feature(
        history: [
            SchemaStep(58, "verifications", tables),
            SchemaStep(63, "pictures of the page", ["ALTER TABLE verification_images ADD COLUMN draft BLOB"]),
        ],
        tables: [
            .owned("verifications", filled: .byOwners, by: .user("user_id")),
            .owned("verification_images", filled: .byOwners, by: .user("user_id")),
            .owned("verification_cards", filled: .byOwners, by: .user("user_id")),
        ],
        sweep: { sweep in
            // All realms: one sweep.
            let ended = try sweep.transaction.rows(
                "SELECT realm, id, status FROM verifications WHERE purge < ?1 ORDER BY purge LIMIT 500", sweep.now)
            for row in ended {
                let (realm, id) = (try row.uuid("realm"), try row.uuid("id"))
                try erase(dataOf: id, realm: realm, in: sweep.transaction)
                guard try row.text("status") == VerificationStatus.deleted.rawValue else { continue }
                try sweep.transaction.execute("DELETE FROM verifications WHERE realm = ?1 AND id = ?2", realm, id)
            }
        })

    private static let tables: [SQL] = [
        """
        CREATE TABLE verifications (
            realm TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, status TEXT NOT NULL, waits BIGINT NOT NULL, policy_id TEXT,
            policy TEXT NOT NULL, record BLOB, code BLOB, app TEXT, app_key TEXT, push TEXT,
            submissions BIGINT NOT NULL, decided BIGINT NOT NULL, reason BLOB, result BLOB, created BIGINT NOT NULL, updated BIGINT NOT NULL,
            data_expires BIGINT NOT NULL, expires BIGINT NOT NULL, deadline BIGINT, purge BIGINT, PRIMARY KEY (realm, id))
        """,
        "CREATE UNIQUE INDEX verifications_code ON verifications (realm, code)",
        "CREATE INDEX verifications_user ON verifications (realm, user_id, created)",
        "CREATE INDEX verifications_waits ON verifications (realm, waits, updated)",
        "CREATE INDEX verifications_deadline ON verifications (deadline)",
        "CREATE INDEX verifications_purge ON verifications (purge)",
        // An image has a submission once one has named it; its key is with the submission's card.
        """
        CREATE TABLE verification_images (
            realm TEXT NOT NULL, verification TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, file TEXT NOT NULL,
            size BIGINT NOT NULL, submission BIGINT, received BIGINT NOT NULL, PRIMARY KEY (realm, verification, id))
        """,
        "CREATE INDEX verification_images_user ON verification_images (realm, user_id)",
        "CREATE INDEX verification_images_file ON verification_images (file)",
        """
        CREATE TABLE verification_cards (
            realm TEXT NOT NULL, verification TEXT NOT NULL, submission BIGINT NOT NULL, type TEXT NOT NULL, user_id TEXT NOT NULL,
            content BLOB NOT NULL, reading BLOB, received BIGINT NOT NULL, PRIMARY KEY (realm, verification, submission, type))
        """,
        "CREATE INDEX verification_cards_user ON verification_cards (realm, user_id)",
    ]
}
