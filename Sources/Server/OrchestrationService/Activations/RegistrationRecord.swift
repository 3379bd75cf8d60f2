import CommandChannel
import Foundation
package import Foundations
import Primitives
package import Store

/// A user's registration that waits for a device, or has been spent by one. A user of an application has one; a new one takes its place.
package struct RegistrationRecord: Sendable {
    /// The table `orchestration_registrations`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 4, tables)],
        tables: [.owned("orchestration_registrations", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("orchestration_registrations", key: "realm, application, user_id", by: "expires", kept: readable)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_registrations (
            realm TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL, sealed BLOB NOT NULL,
            version BIGINT NOT NULL, spent BIGINT NOT NULL DEFAULT 0, created BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, application, user_id))
        """,
        "CREATE INDEX orchestration_registrations_expires ON orchestration_registrations (expires)",
    ]

    /// The state, as the customer's server reads it.
    package enum Status: String, Sendable, CaseIterable { case pending, activated, timeout, unknown }

    /// The number of seconds for which one can be read after its end.
    private static let readable: TimeInterval = 86_400

    let realm: UUID
    let application: String
    let user: UUID
    /// The id, in hexadecimal.
    package let id: String
    var channel: ActivationRegistration
    let version: Int64
    let isSpent: Bool
    let expires: Date

    func status(at now: Date) -> Status { isSpent ? .activated : now < expires ? .pending : .timeout }

    static func context(_ realm: UUID, _ id: String) -> String { "orchestration registration/\(realm.text)/\(id)" }

    static func find(
        _ user: UUID, application: String, realm: UUID, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> RegistrationRecord? {
        let row = try transaction.row(
            "SELECT * FROM orchestration_registrations WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm, application, user,
            keeping: .changed)
        return try row.map { row in
            let id = try row.text("id")
            let record = try sealer.open(try row.blob("sealed"), context: context(realm, id))
            return RegistrationRecord(
                realm: realm, application: application, user: user, id: id,
                channel: try ActivationRegistration(record: record.withBytes { Array($0) }), version: try row.int("version"),
                isSpent: try row.bool("spent"), expires: try row.date("expires"))
        }
    }

    /// Puts a new one in the place of the former.
    static func replace(
        _ channel: ActivationRegistration, sealed: [UInt8], user: UUID, application: String, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO orchestration_registrations (realm, application, user_id, id, sealed, version, created, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7)
            ON CONFLICT (realm, application, user_id) DO UPDATE SET id = ?4, sealed = ?5, version = 1, spent = 0, created = ?6, expires = ?7
            """, realm, application, user, Hexadecimal.encode(channel.id), sealed, now, channel.expires)
    }

    /// Writes the attempts that are left, if nothing was changed meanwhile.
    func update(sealed: [UInt8], in transaction: any WriteTransaction) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_registrations SET sealed = ?5, version = version + 1
            WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND id = ?4 AND version = ?6 AND spent = 0
            """, realm, application, user, id, sealed, version)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }

    /// Spends a registration, which one activation does.
    static func spend(
        _ id: String, user: UUID, application: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_registrations SET spent = 1, version = version + 1
            WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND id = ?4 AND spent = 0 AND expires > ?5
            """, realm, application, user, id, now)
        guard changed == 1 else { throw OrchestrationRefusal.ended }
        transaction.wake(.orchestrationRegistration, user.text)
    }

    /// Removes a user's, spent or not.
    static func remove(of user: UUID, application: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM orchestration_registrations WHERE realm = ?1 AND application = ?2 AND user_id = ?3", realm, application, user)
        transaction.wake(.orchestrationRegistration, user.text)
    }

}

extension Wakeup.Topic {
    /// Registrations that a device has spent, or that were taken back, by their users' ids.
    package static let orchestrationRegistration = Self("orchestration registration")
}
