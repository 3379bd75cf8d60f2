package import AuthenticatorMessages
package import Foundation
package import Primitives
import Store
import DeviceRegistry
package import Directory
package import Foundations
import DevicePolicies

/// A code that was shown for an app to register with, and what came of it.
package struct PendingPushRegistration: Sendable {
    /// The table `push_registrations`; rows go with their realm, user or device, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(19, "authenticators", place: 1, tables)],
        tables: [.owned("push_registrations", filled: .byOwners, by: .user("user_id"), .device("device"))],
        expiry: [Expiry("push_registrations", key: "realm, message", by: "expires", kept: 3600)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE push_registrations (
            realm TEXT NOT NULL, message TEXT NOT NULL, user_id TEXT NOT NULL, secret BLOB NOT NULL, challenge BLOB NOT NULL,
            password BLOB, device TEXT, created BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, message))
        """,
        "CREATE INDEX push_registrations_expires ON push_registrations (expires)",
    ]

    let message: String
    let user: UUID
    let secret: Secret
    let challenge: [UInt8]
    /// The one-time passwords of the same account, for a combined code.
    let password: OneTimePasswordAccount?
    /// The device that was registered.
    let device: UUID?
    let expires: Date

    static func context(_ realm: UUID, _ message: String) -> String { "push-registration/\(realm.text)/\(message)" }

}

extension Authenticators {
    /// The contents of a code to register with.
    package struct PushOffer: Sendable {
        /// The id of the registration, which the app's answer names.
        package let message: String
        package let secret: Secret
        /// The random challenge that the app has to answer.
        package let challenge: [UInt8]
        /// The time of expiry.
        package let expires: Date
    }

    /// The standing of a registration.
    package enum RegistrationStanding: Sendable, Equatable {
        case waiting
        /// Registered as this device.
        case registered(UUID)
        /// Its time is over, or there is no such registration.
        case over
    }

    /// Makes a code for one app to register with.
    ///
    /// - Parameters:
    ///   - password: the one-time passwords that come with it, for a combined code; they count from the registration on.
    ///   - lifetime: seconds.
    package func offerPush(
        to user: UUID, with password: OneTimePasswordAccount? = nil, lifetime: TimeInterval, in realm: Realm
    ) async throws -> PushOffer {
        let now = time.now
        let offer = PushOffer(
            message: PushMessageID(.register, at: now, random: random).description, secret: Secret(bytes: random.bytes(32)),
            challenge: random.bytes(32), expires: now.addingTimeInterval(lifetime))
        let context = PendingPushRegistration.context(realm.id, offer.message)
        let secret = try sealer.seal(offer.secret, context: context)
        let sealedPassword = try password.map { try sealer.seal(Secret($0.json.text), context: context + "/password") }
        try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO push_registrations (realm, message, user_id, secret, challenge, password, created, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """, realm.id, offer.message, user, secret, offer.challenge, sealedPassword, now, offer.expires)
        }
        return offer
    }

    /// Returns where a registration stands that was offered to a user.
    package func standing(ofRegistration message: String, of user: UUID, in realm: Realm) async throws -> RegistrationStanding {
        let now = time.now
        return try await database.read { transaction in
            guard let pending = try registration(message, realm.id, transaction), pending.user == user else { return .over }
            if let device = pending.device { return .registered(device) }
            return now < pending.expires ? .waiting : .over
        }
    }

    /// Registers the app that has read the code. Doing so again, after an answer was lost, succeeds.
    ///
    /// - Throws: ``AuthenticatorAccountError`` `.refused`, `.tooMany`.
    package func register(_ body: MessageBody, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            guard let pending = try registration(body.messageID, realm.id, transaction), now < pending.expires else {
                throw AuthenticatorAccountError(.refused, "there is no such registration, or its time is over")
            }
            let registration = try PushRegistration(verifying: body.token, with: pending.secret)
            guard registration.response == ChallengeResponse(to: pending.challenge, with: pending.secret) else {
                throw AuthenticatorAccountError(.refused, "the challenge is answered wrongly")
            }
            if let done = pending.device {
                let known = try mechanism(of: done, realm: realm.id, in: transaction)
                guard known?.id == registration.mechanismID else {
                    throw AuthenticatorAccountError(.refused, "the code was used by another app")
                }
                return
            }
            guard try Users.user(pending.user, realm: realm.id, in: transaction)?.status == .active else {
                throw AuthenticatorAccountError(.refused, "the user's account is not active")
            }
            try complete(pending, registration, realm, now, transaction)
        }
    }

    private func complete(
        _ pending: PendingPushRegistration, _ registration: PushRegistration, _ realm: Realm, _ now: Date,
        _ transaction: any WriteTransaction
    ) throws {
        var device = UserDevice(
            id: random.uuid(), realm: realm.id, user: pending.user, kind: .authenticator, status: .active, created: now, updated: now)
        device.nickname = registration.device.name.isEmpty ? nil : String(registration.device.name.prefix(100))
        let mechanism = PushMechanism(
            device: device.id, id: registration.mechanismID, secret: pending.secret, address: registration.device)
        device.installation = mechanism.recipient
        let sealed = try sealer.seal(mechanism.secret, context: PushMechanism.context(realm.id, mechanism.id))
        guard try PushMechanism.insert(mechanism, sealed: sealed, realm: realm.id, in: transaction) else {
            throw AuthenticatorAccountError(.refused, "there is another mechanism of this id")
        }
        try add(device, in: transaction)
        if let password = pending.password { _ = try add(password, of: pending.user, in: realm, transaction) }
        let completed = try transaction.execute(
            "UPDATE push_registrations SET device = ?3 WHERE realm = ?1 AND message = ?2 AND device IS NULL", realm.id, pending.message,
            device.id)
        guard completed == 1 else { throw AuthenticatorAccountError(.refused, "the code was used meanwhile") }
    }

    private func registration(
        _ message: String, _ realm: UUID, _ transaction: any ReadTransaction
    ) throws -> PendingPushRegistration? {
        let row = try transaction.row("SELECT * FROM push_registrations WHERE realm = ?1 AND message = ?2", realm, message)
        return try row.map { row in
            let context = PendingPushRegistration.context(realm, message)
            let password = try row.optionalBlob("password").map { try sealer.open($0, context: context + "/password") }
            return PendingPushRegistration(
                message: message, user: try row.uuid("user_id"), secret: try sealer.open(try row.blob("secret"), context: context),
                challenge: try row.blob("challenge"),
                password: try password.flatMap { OneTimePasswordAccount(json: try JSONValue(parsing: $0.reveal())) },
                device: try row.optionalUUID("device"), expires: try row.date("expires"))
        }
    }
}
