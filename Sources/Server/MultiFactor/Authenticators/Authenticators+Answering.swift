package import AuthenticatorMessages
import DeviceMessages
package import Foundation
import Primitives
package import Store
import DeviceRegistry
package import Directory
import Foundations
package import Messaging

extension Authenticators {
    /// The result of a push.
    package enum PushStanding: Sendable, Equatable {
        case waiting, approved, denied, expired
    }

    /// Returns where a push stands.
    package func standing(ofPush message: String, in realm: Realm) async throws -> PushStanding {
        let now = time.now
        return try await database.read { transaction in
            switch try Challenges.challenge(message, realm: realm.id, in: transaction)?.status(at: now) {
            case .pending, .claimed: .waiting
            case .approved: .approved
            case .denied, .failed: .denied
            case .expired, nil: .expired
            }
        }
    }

    /// The time after its end that an approved push may still be used, in seconds.
    private static let grace: TimeInterval = 3600

    /// Uses an approved push up: it lets its user in once.
    ///
    /// - Returns: the user that it belongs to; nil when it isn't approved, is too old, or was used before.
    package static func use(
        push message: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> UUID? {
        guard let challenge = try Challenges.challenge(message, realm: realm, in: transaction), challenge.stored == .approved,
            challenge.installation.hasPrefix(PushMechanism.recipient("")), now < challenge.expires.addingTimeInterval(grace),
            try SpentOnce.spend(message, .push, realm: realm, expires: challenge.expires.addingTimeInterval(2 * grace), in: transaction)
        else { return nil }
        return challenge.user
    }

    /// Takes the answer to a push. Answering the same way again, after an answer was lost, succeeds.
    ///
    /// - Throws: ``AuthenticatorAccountError`` `.refused`; `PushMessageError`; ``DeviceError`` for a challenge that is over.
    package func answer(_ body: MessageBody, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            guard let challenge = try Challenges.challenge(body.messageID, realm: realm.id, in: transaction),
                let mechanism = try mechanism(of: challenge.device, realm: realm.id, in: transaction),
                challenge.installation == mechanism.recipient
            else { throw AuthenticatorAccountError(.refused, "there is no such push, or its account is gone") }
            let answer = try PushAnswer(verifying: body.token, with: mechanism.secret)
            guard let nonce = Base64URL.decode(challenge.nonce),
                answer.response == ChallengeResponse(to: nonce, with: mechanism.secret)
            else { throw AuthenticatorAccountError(.refused, "the challenge is answered wrongly") }
            try requireLiving(challenge, realm, now, transaction)
            if try challenges.settled(challenge, answer.isDenied ? .deny : .approve, now) != nil { return }
            let evidence: JSONValue = ["messageId": .string(body.messageID), "jwt": .string(body.token)]
            let ending = try ending(answer, of: challenge, now, transaction)
            try challenges.finish(challenge, ending, .init(evidence: evidence), now, transaction)
        }
    }

    /// A wrong number, or none where one is asked for, is no approval.
    private func ending(
        _ answer: PushAnswer, of challenge: Challenge, _ now: Date, _ transaction: any ReadTransaction
    ) throws -> Challenges.Ending {
        if answer.isDenied { return .denied }
        if let number = challenge.number, answer.number != String(number) { return .failed }
        return .approved(try IntegrityRules.clear(challenge, at: now, in: transaction))
    }

    private func requireLiving(_ challenge: Challenge, _ realm: Realm, _ now: Date, _ transaction: any ReadTransaction) throws {
        guard let device = try Devices.device(challenge.device, realm: realm.id, at: now, in: transaction), !device.isBlocked,
            try Users.user(challenge.user, realm: realm.id, in: transaction)?.status == .active
        else { throw AuthenticatorAccountError(.refused, "the account is blocked, or its user's account is not active") }
    }

    /// Takes down where an app's pushes go from now on.
    ///
    /// - Throws: ``AuthenticatorAccountError`` `.refused`; `PushMessageError`.
    package func refresh(_ body: MechanismBody, in realm: Realm) async throws {
        try await database.write { transaction in
            guard let mechanism = try mechanism(body.mechanismID, realm: realm.id, in: transaction) else { throw Self.unknownMechanism }
            let update = try DeviceTokenUpdate(verifying: body, with: mechanism.secret)
            try PushMechanism.update(update.device, of: mechanism.id, realm: realm.id, in: transaction)
        }
    }

    /// Opens the stream of an app that listens to this server's own push service.
    ///
    /// - Parameter lastEvent: the id of the last event that the app has.
    /// - Throws: ``AuthenticatorAccountError`` `.refused`; `PushMessageError`; ``PushError``.
    package func listen(_ body: MechanismBody, after lastEvent: String?, in realm: Realm) async throws -> PushStream {
        let now = time.now
        let found = try await database.read { try mechanism(body.mechanismID, realm: realm.id, in: $0) }
        guard let mechanism = found else { throw Self.unknownMechanism }
        _ = try PushListening(verifying: body, with: mechanism.secret, at: now)
        return try await push.subscribe(mechanism.recipient, realm: realm.id, after: lastEvent)
    }

    private static let unknownMechanism = AuthenticatorAccountError(.refused, "there is no such mechanism")
}
