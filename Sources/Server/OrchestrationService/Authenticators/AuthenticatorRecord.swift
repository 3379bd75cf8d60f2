import Directory
import CommandChannel
package import Foundation
package import Foundations
import Primitives
import Store

/// A user's activated device.
package struct AuthenticatorRecord: Sendable, Identifiable {
    /// The table `orchestration_authenticators`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 6, tables)],
        tables: [.owned("orchestration_authenticators", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_authenticators (
            realm TEXT NOT NULL, id TEXT NOT NULL, hint TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL,
            serial TEXT NOT NULL, sequence BIGINT NOT NULL, sealed BLOB NOT NULL, version BIGINT NOT NULL, attempts_left BIGINT NOT NULL,
            description TEXT NOT NULL, notification TEXT, created BIGINT NOT NULL, used BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE UNIQUE INDEX orchestration_authenticators_hint ON orchestration_authenticators (realm, hint)",
        "CREATE INDEX orchestration_authenticators_user ON orchestration_authenticators (realm, application, user_id)",
        "CREATE INDEX orchestration_authenticators_serial ON orchestration_authenticators (realm, serial, sequence)",
    ]

    private static let longestDescription = 8_192

    /// The id of the instance, in hexadecimal.
    package let id: String
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The id of the user.
    package let user: UUID
    /// The serial number of the licence.
    package let serial: String
    /// The number of the authenticator under its licence.
    package let sequence: Int
    let channel: ServerInstance
    /// The same, as it is stored.
    let sealed: [UInt8]
    let version: Int64
    /// The device's description of itself.
    package let description: String
    /// The address for notifications; nil before the device has told one.
    package let notification: String?
    /// The time of creation.
    package let created: Date
    /// The time when the device, or a code of it, was last seen.
    package let used: Date

    /// The number of the licence, and that of the authenticator under it.
    package var name: String { "\(serial)-\(sequence)" }
    /// Whether wrong PINs have locked the authenticator.
    package var isLocked: Bool { channel.isLocked }
    /// The number of wrong PINs that are left before it is locked.
    package var attemptsLeft: Int { channel.attemptsLeft }

    /// The device's description of itself, as text that can be stored.
    static func readable(_ bytes: [UInt8]) -> String {
        // Bytes that aren't UTF-8 are shown as such, and a text that isn't stream-safe not at all.
        let text = String(own: bytes.prefix(longestDescription))
        return text.isStreamSafe ? text.replacing("\0", with: "") : ""
    }
}

extension AuthenticatorRecord {
    private static func context(_ realm: UUID, _ id: String) -> String { "orchestration authenticator/\(realm.text)/\(id)" }

    static func sealed(_ instance: ServerInstance, realm: UUID, _ sealer: Sealer) throws -> [UInt8] {
        try sealer.seal(Secret(bytes: instance.record), context: context(realm, Hexadecimal.encode(instance.id)))
    }

    private init(_ row: Row, _ sealer: Sealer) throws {
        id = try row.text("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        serial = try row.text("serial")
        sequence = Int(try row.int("sequence"))
        sealed = try row.blob("sealed")
        let record = try sealer.open(sealed, context: Self.context(realm, id))
        channel = try ServerInstance(record: record.withBytes { Array($0) })
        version = try row.int("version")
        description = try row.text("description")
        notification = try row.optionalText("notification")
        created = try row.date("created")
        used = try row.date("used")
    }

    static func insert(
        _ instance: ServerInstance, sealed: [UInt8], user: UUID, serial: String, sequence: Int, description: String,
        of customer: OrchestrationCustomer, at now: Date, in transaction: any WriteTransaction
    ) throws {
        let made = try transaction.execute(
            """
            INSERT INTO orchestration_authenticators (realm, id, hint, application, user_id, serial, sequence, sealed, version,
                attempts_left, description, created, used)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?10, ?11, ?11) ON CONFLICT DO NOTHING
            """, customer.realm.id, Hexadecimal.encode(instance.id), Hexadecimal.encode(instance.hint.bytes), customer.application, user,
            serial, sequence,
            sealed, instance.attemptsLeft, description, now)
        guard made == 1 else { throw OrchestrationRefusal(.order, "the authenticator's id is taken; activate anew") }
    }

    /// The authenticator that a command belongs to.
    static func find(
        _ hint: KeyHint, of customer: OrchestrationCustomer, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> AuthenticatorRecord? {
        try transaction.row(
            "SELECT * FROM orchestration_authenticators WHERE realm = ?1 AND hint = ?2 AND application = ?3", customer.realm.id,
            Hexadecimal.encode(hint.bytes), customer.application, keeping: .changed
        ).map { try AuthenticatorRecord($0, sealer) }
    }

    /// A user's authenticators, the one that was used last first.
    static func all(
        of user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> [AuthenticatorRecord] {
        try transaction.rows(
            """
            SELECT * FROM orchestration_authenticators WHERE realm = ?1 AND application = ?2 AND user_id = ?3
            ORDER BY used DESC, serial, sequence
            """, realm, application, user
        ).map { try AuthenticatorRecord($0, sealer) }
    }

    /// The authenticators under a licence.
    static func all(
        under serial: String, of customer: OrchestrationCustomer, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> [AuthenticatorRecord] {
        try transaction.rows(
            "SELECT * FROM orchestration_authenticators WHERE realm = ?1 AND serial = ?2 AND application = ?3 ORDER BY sequence",
            customer.realm.id, serial, customer.application
        ).map { try AuthenticatorRecord($0, sealer) }
    }

    static func count(of user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction) throws -> Int {
        let row = try transaction.row(
            "SELECT COUNT(*) AS count FROM orchestration_authenticators WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm,
            application, user)
        return Int(try row?.int("count") ?? 0)
    }

    /// Writes its counts and secrets as they are after a step, if nothing was changed meanwhile.
    func update(
        to instance: ServerInstance, sealed: [UInt8], notification: String? = nil, at now: Date, in transaction: any WriteTransaction
    ) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_authenticators SET sealed = ?3, attempts_left = ?4, notification = COALESCE(?5, notification), used = ?6,
                version = version + 1
            WHERE realm = ?1 AND id = ?2 AND version = ?7
            """, realm, id, sealed, instance.attemptsLeft, notification, now, version)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }

    /// Removes it with all that stands on it.
    func remove(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM orchestration_sessions WHERE realm = ?1 AND authenticator = ?2 AND application = ?3", realm, id, application)
        try transaction.execute(
            "DELETE FROM orchestration_exchanges WHERE realm = ?1 AND authenticator = ?2 AND application = ?3", realm, id, application)
        try transaction.execute(
            "DELETE FROM orchestration_device_data WHERE realm = ?1 AND authenticator = ?2 AND application = ?3", realm, id, application)
        try transaction.execute(
            "DELETE FROM orchestration_authenticators WHERE realm = ?1 AND id = ?2 AND application = ?3", realm, id, application)
        try transaction.scrub()
    }
}
