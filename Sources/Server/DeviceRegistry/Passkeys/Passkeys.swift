import CBOR
package import Foundation
import Primitives
package import Store
package import WebAuthn
package import Foundations

/// The passkeys of all users, and what is asked of them.
package enum Passkeys {
    /// The table `passkeys`; rows go with their realm, user or device.
    package static let feature = Feature(
        history: [
            SchemaStep(18, "passkeys", tables),
            SchemaStep(65, "passkeys of other servers", ["ALTER TABLE passkeys ADD COLUMN user_handle BLOB"]),
        ],
        tables: [.owned("passkeys", filled: .byOwners, by: .user("user_id"), .device("device"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE passkeys (
            realm TEXT NOT NULL, device TEXT NOT NULL, user_id TEXT NOT NULL, credential BLOB NOT NULL, relying_party TEXT NOT NULL,
            public_key BLOB NOT NULL, sign_count BIGINT NOT NULL, verified BIGINT NOT NULL, transports TEXT NOT NULL,
            backup_eligible BIGINT NOT NULL, backed_up BIGINT NOT NULL, model TEXT NOT NULL, attachment TEXT, discoverable BIGINT,
            attestation TEXT NOT NULL, PRIMARY KEY (realm, device))
        """,
        "CREATE UNIQUE INDEX passkeys_credential ON passkeys (realm, credential)",
        "CREATE INDEX passkeys_user ON passkeys (realm, user_id)",
    ]

    /// The passkey of a device.
    package static func passkey(of device: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> RegisteredPasskey? {
        try transaction.row("SELECT * FROM passkeys WHERE realm = ?1 AND device = ?2", realm, device, keeping: .changed).map(
            RegisteredPasskey.init)
    }

    /// The passkey of a credential's id, of whichever user.
    package static func passkey(credential: [UInt8], realm: UUID, in transaction: any ReadTransaction) throws -> RegisteredPasskey? {
        try transaction.row("SELECT * FROM passkeys WHERE realm = ?1 AND credential = ?2", realm, credential, keeping: .changed).map(
            RegisteredPasskey.init)
    }

    /// A user's passkeys for a relying party.
    package static func passkeys(
        of user: UUID, for relyingParty: String, realm: UUID, in transaction: any ReadTransaction
    ) throws -> [RegisteredPasskey] {
        try transaction.rows(
            "SELECT * FROM passkeys WHERE realm = ?1 AND user_id = ?2 AND relying_party = ?3", realm, user, relyingParty
        ).map(RegisteredPasskey.init).sorted(by: isBefore)
    }

    /// A user's passkeys for all relying parties.
    package static func passkeys(of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [RegisteredPasskey] {
        try transaction.rows("SELECT * FROM passkeys WHERE realm = ?1 AND user_id = ?2", realm, user).map(RegisteredPasskey.init)
            .sorted(by: isBefore)
    }

    // Sorted here: for the order's sake SQLite would go through the whole realm.
    private static func isBefore(_ left: RegisteredPasskey, _ right: RegisteredPasskey) -> Bool { left.device.text < right.device.text }

    /// Keeps a new passkey; false when its credential's id is known already, for whichever user (WebAuthn L3 §7.1 step 26).
    package static func insert(_ passkey: RegisteredPasskey, in transaction: any WriteTransaction) throws -> Bool {
        guard try self.passkey(credential: passkey.record.id, realm: passkey.realm, in: transaction) == nil else { return false }
        let record = passkey.record
        return try transaction.execute(
            """
            INSERT INTO passkeys (realm, device, user_id, credential, relying_party, public_key, sign_count, verified, transports,
                backup_eligible, backed_up, model, attachment, discoverable, attestation, user_handle)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16) ON CONFLICT DO NOTHING
            """, passkey.realm, passkey.device, passkey.user, record.id, passkey.relyingParty, record.publicKey.cbor.encoded,
            Int64(record.signCount), record.isVerified, JSONValue.array(record.transports.map(JSONValue.string)).text,
            RegisteredPasskey.stored(record.isBackupEligible), record.isBackedUp, record.model, passkey.attachment?.rawValue,
            passkey.isDiscoverable, passkey.attestation.rawValue, passkey.foreignHandle) == 1
    }

    /// Takes over what an assertion has shown; false when another came first (WebAuthn L3 §7.2 step 24).
    package static func update(
        _ passkey: RegisteredPasskey, to record: CredentialRecord, in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE passkeys SET sign_count = ?4, backed_up = ?5, backup_eligible = ?6 WHERE realm = ?1 AND device = ?2 AND sign_count = ?3
            """, passkey.realm, passkey.device, Int64(passkey.record.signCount), Int64(record.signCount), record.isBackedUp,
            RegisteredPasskey.stored(record.isBackupEligible)) == 1
    }

    static func forget(_ device: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM passkeys WHERE realm = ?1 AND device = ?2", realm, device)
        try PasskeyCeremony.spend(device, realm: realm, in: transaction)
    }
}
