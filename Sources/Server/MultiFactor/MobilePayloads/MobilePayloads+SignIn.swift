package import DeviceMessages
package import Foundation
import Primitives
package import Store
import DeviceRegistry
package import Directory
import Foundations
import DevicePolicies
package import Sessions

extension MobilePayloads {
    /// Gives a payload to the device authentication of a sign-in. It is given once, and to none but the application's whose request it
    /// came with; nil otherwise, and the user is asked as without one.
    static func take(
        _ payload: SubmittedPayload, for authentication: UUID, policy: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> DeviceAuthentication.Payload? {
        let id = id(payload.reference.reveal())
        let isFirst =
            try transaction.execute(
                """
                UPDATE mobile_payloads SET authentication = ?4, policy = ?5
                WHERE realm = ?1 AND id = ?2 AND application = ?3 AND authentication IS NULL AND expires > ?6
                """, realm, id, payload.application, authentication, policy, now) == 1
        guard isFirst else { return nil }
        let row = try transaction.row("SELECT installation, payload FROM mobile_payloads WHERE realm = ?1 AND id = ?2", realm, id)
        return try row.map { DeviceAuthentication.Payload(installation: try $0.text("installation"), id: try $0.text("payload")) }
    }

    /// Notes, in the transaction that makes the session, whose sign-in the payload was part of.
    package static func complete(
        _ payload: SubmittedPayload, user: UUID, session: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE mobile_payloads SET user_id = ?4, session = ?5
            WHERE realm = ?1 AND id = ?2 AND application = ?3 AND authentication IS NOT NULL AND user_id IS NULL
            """, realm, id(payload.reference.reveal()), payload.application, user, session)
    }

    /// Gives a payload to the grant of its own request, in the transaction that makes it: of the session in which it was used, for its
    /// user and application.
    ///
    /// - Returns: the text for the grant to keep; nil when there is none.
    package static func grant(_ reference: String, to grant: Grant, at now: Date, in transaction: any WriteTransaction) throws -> String? {
        let id = id(reference)
        let isFirst =
            try transaction.execute(
                """
                UPDATE mobile_payloads SET grant_id = ?6
                WHERE realm = ?1 AND id = ?2 AND application = ?3 AND user_id = ?4 AND session = ?5 AND grant_id IS NULL AND expires > ?7
                """, grant.realm, id, grant.application, grant.user, grant.session, grant.id, now) == 1
        return isFirst ? id : nil
    }

    /// Returns what the ID token of a grant carries, so that the device can be paired with its user; nil when that isn't to be, as when the
    /// user has too many devices, or this one already, or signed in too long ago to add one (``Freshness``).
    package func claim(for grant: Grant, in realm: Realm) async throws -> DevicePairingClaim? {
        guard let id = grant.payload, Freshness.isFresh(grant.authenticated, in: realm, at: grant.created),
            let waiting = try await waiting(id, grant)
        else { return nil }
        guard let policy = try await policies.policy(waiting.policy, in: realm), policy.mobile.isEnabled,
            try await applications.application(grant.application, in: realm.id)?.settings.mobile != nil
        else { return nil }
        let rules = policy.mobile.rules(of: grant.application)
        guard rules.enrollsAutomatically, !rules.isPairingDisabled else { return nil }
        let most = try await settings.settings(in: realm).pairing.maximumDevices
        let mayPair = try await database.read { transaction in
            let devices = try Devices.devices(ofInstallation: waiting.installation, realm: realm.id, in: transaction)
            guard !devices.contains(where: { $0.user == grant.user }) else { return false }
            return try Devices.count(of: grant.user, realm: realm.id, in: transaction) < most
        }
        guard mayPair else { return nil }
        do {
            let (ticket, key) = try await keys.createTicket(
                for: grant.user, installation: waiting.installation, application: grant.application, policy: waiting.policy, in: realm)
            return DevicePairingClaim(ticket: ticket, expires: key.expires, payload: waiting.payload)
        } catch let error as DomainError where error.code == .conflict || error.code == .unknownUser {
            return nil
        }
    }

    private struct Waiting: Sendable {
        let installation: String
        let payload: String
        let policy: UUID
    }

    private func waiting(_ id: String, _ grant: Grant) async throws -> Waiting? {
        let row = try await database.read { transaction in
            try transaction.row(
                "SELECT installation, payload, policy FROM mobile_payloads WHERE realm = ?1 AND id = ?2 AND grant_id = ?3", grant.realm, id,
                grant.id)
        }
        return try row.map {
            Waiting(installation: try $0.text("installation"), payload: try $0.text("payload"), policy: try $0.uuid("policy"))
        }
    }
}
