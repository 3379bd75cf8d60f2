package import Foundation
import Primitives
package import Foundations
import Store

/// A registration of a user's device that the customer's server began: with a payload of the app, or with a pairing key that waits for one.
package struct RegistrationToken: Sendable, Identifiable {
    /// The table `pingid_registrations`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 6, tables)],
        tables: [.owned("pingid_registrations", filled: .byOwners, by: .user("user_id"), .application("application"))],
        expiry: [Expiry("pingid_registrations", key: "realm, id", by: "expires", kept: CustomerPairingKey.kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_registrations (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, authentication TEXT,
            installation TEXT, pairing_key TEXT, created BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX pingid_registrations_expires ON pingid_registrations (expires)",
        "CREATE INDEX pingid_registrations_authentication ON pingid_registrations (realm, authentication)",
        "CREATE INDEX pingid_registrations_key ON pingid_registrations (realm, pairing_key)",
    ]

    /// The state, as the customer's server reads it (`docs/pingid.md`).
    package enum Status: String, Sendable, CaseIterable {
        /// No app has sent its payload yet.
        case unclaimed = "not_claimed"
        /// An app has; the user, or a trusted device, is to decide.
        case claimed
        /// The device is trusted.
        case active
        /// It failed.
        case invalidated
    }

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The id of the user.
    package let user: UUID
    /// The authentication by which it continues; nil until an app has sent its payload.
    package var authentication: UUID?
    /// The installation that sent its payload.
    package var installation: String?
    /// The record of the key that it waits for.
    package let pairingKey: UUID?
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package let expires: Date

    /// - Parameters:
    ///   - session: its authentication, while that can be read.
    ///   - isTrusted: whether its installation is trusted now.
    func status(_ session: PingIDAuthentication?, isTrusted: Bool, at now: Date) -> Status {
        guard authentication != nil else { return now < expires ? .unclaimed : .invalidated }
        guard let session else { return isTrusted ? .active : .invalidated }
        switch session.status(at: now) {
        case .approved: return .active
        case .passcode, .inProgress, .selectDevice: return .claimed
        case .rejected, .timeout, .locked, .ignored, .forbidden, .messagesSuspended: return .invalidated
        }
    }
}

extension RegistrationToken {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        authentication = try row.optionalUUID("authentication")
        installation = try row.optionalText("installation")
        pairingKey = try row.optionalUUID("pairing_key")
        created = try row.date("created")
        expires = try row.date("expires")
    }

    func insert(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO pingid_registrations (realm, id, application, user_id, authentication, installation, pairing_key, created,
                expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, realm, id, application, user, authentication, installation, pairingKey, created, expires)
    }

    /// Gives a registration that waits for a key the authentication that came with it.
    static func claim(
        waitingFor key: UUID, by authentication: PingIDAuthentication, in transaction: any WriteTransaction
    ) throws -> RegistrationToken? {
        let realm = authentication.realm
        try transaction.execute(
            """
            UPDATE pingid_registrations SET authentication = ?3, installation = ?4
            WHERE realm = ?1 AND pairing_key = ?2 AND authentication IS NULL
            """, realm, key, authentication.id, authentication.subject)
        return try transaction.row("SELECT * FROM pingid_registrations WHERE realm = ?1 AND pairing_key = ?2", realm, key)
            .map(RegistrationToken.init)
    }

    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> RegistrationToken? {
        try transaction.row("SELECT * FROM pingid_registrations WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).map(
            RegistrationToken.init)
    }

}
