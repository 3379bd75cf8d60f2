package import AuthenticatorMessages
package import DeviceMessages
package import Foundation
import Primitives
import Store
import DevicePolicies
import DeviceRegistry
package import Directory
package import Foundations
import Messaging

extension Authenticators {
    /// The question of a push.
    package struct PushQuestion: Sendable {
        /// The text to show.
        package var text: String
        /// The way in which the user answers; plain approval by default.
        package var kind = PushRequest.Kind.plain
        /// Seconds.
        package var lifetime = 120
        /// JSON text for the app.
        package var customPayload: String?
        /// The context that the app may show, such as a place; nil for none.
        package var context: PushContext?
        /// The place where the user signs in, as it is written down.
        package var requester = ChallengeDocument.Requester()
        /// The caller that asks.
        package let asker: BudgetAsker

        package init(text: String, by asker: BudgetAsker) {
            self.text = text
            self.asker = asker
        }
    }

    /// A push that was sent.
    package struct Asked: Sendable {
        /// The message's id, which is the challenge's.
        package let message: String
        /// The app's id of the account.
        package let mechanism: String
        /// The number to show at the sign-in.
        package let number: Int?
        /// The time of expiry.
        package let expires: Date
    }

    /// Asks a user's app to approve: the first of those that can be asked.
    ///
    /// - Throws: ``AuthenticatorAccountError`` `.notRegistered`, `.locked`, `.invalid`.
    package func ask(_ user: User, _ question: PushQuestion, in realm: Realm) async throws -> Asked {
        let application = try await sender(in: realm)
        let rules = try await policies.standard(in: realm).mobile.rules(of: application?.id ?? "")
        let (asked, pending) = try await database.write { transaction in
            let device = try askable(user.id, rules, question.asker, realm, transaction)
            guard let mechanism = try mechanism(of: device.id, realm: realm.id, in: transaction) else { throw Self.notRegistered }
            let (challenge, request) = challenges.make(question, of: user, device, mechanism, in: realm)
            try Challenges.insert(challenge, in: transaction)
            let delivery = try AuthenticatorMessages.PushDelivery(
                messageID: challenge.id, token: request.signed(with: mechanism.secret))
            let message = try PushMessage(delivery, alert: String(question.text.prefix(200)), expires: challenge.expires)
            let asked = Asked(
                message: challenge.id, mechanism: mechanism.id, number: challenge.number, expires: challenge.expires)
            return (asked, try messages.push(message, of: challenge, to: mechanism, by: application, in: realm, transaction))
        }
        messages.send([pending], in: realm)
        return asked
    }

    static let notRegistered = AuthenticatorAccountError(.notRegistered, "the user has no account for push in an authenticator app")

    /// The application with whose credentials Apple's and Google's services are asked; nil when the realm names none.
    private func sender(in realm: Realm) async throws -> Application? {
        let id = realm.settings[AuthenticatorSettings.self].authenticatorApplication
        return id.isEmpty ? nil : try await applications.application(id, in: realm.id)
    }

    /// The first of the user's accounts that isn't blocked, and of which not too many pushes of late were denied or ignored.
    private func askable(
        _ user: UUID, _ rules: MobileApplicationRules, _ asker: BudgetAsker, _ realm: Realm, _ transaction: any WriteTransaction
    ) throws -> UserDevice {
        let now = time.now
        let all = try Devices.devices(of: user, realm: realm.id, at: now, in: transaction).filter { $0.kind == .authenticator }
        guard !all.isEmpty else { throw Self.notRegistered }
        for device in all where !device.isBlocked && !device.isLocked(at: now) {
            if try devices.mayPush(to: device, rules.pushes, by: asker, at: now, in: transaction) { return device }
        }
        throw AuthenticatorAccountError(.locked, "the user's authenticator apps are blocked, or had too many pushes that weren't approved")
    }
}

extension Challenges {
    /// Makes the challenge that is asked, and the push that tells it.
    fileprivate func make(
        _ question: Authenticators.PushQuestion, of user: User, _ device: UserDevice, _ mechanism: PushMechanism, in realm: Realm
    ) -> (Challenge, PushRequest) {
        let now = time.now
        let nonce = random.bytes(32)
        let (number, matching) = number(question.kind == .challenge ? .selected : nil)
        let id = PushMessageID(.authenticate, at: now, random: random).description
        let expires = now.addingTimeInterval(TimeInterval(question.lifetime))
        let document = ChallengeDocument(
            challenge: id, pairing: device.id.text, kind: .authentication, user: DeviceUser(user), created: now,
            expires: expires, number: matching, clientContext: question.text, requester: question.requester)
        let challenge = Challenge(
            id: id, realm: realm.id, kind: .authentication,
            stored: .pending, installation: mechanism.recipient, device: device.id, user: user.id, application: "",
            document: document.json.text, nonce: Base64URL.encode(nonce), number: number, matching: matching, isSecond: false,
            integrity: nil, passesUnanswered: false, methods: [], reason: nil, created: now, expires: expires, asker: question.asker.key)
        var request = PushRequest(mechanismID: mechanism.id, challenge: nonce, lifetime: question.lifetime, created: now)
        (request.message, request.customPayload, request.kind) = (question.text, question.customPayload, question.kind)
        if case .selected(let options) = matching { request.numbers = options.map(String.init) }
        request.context = question.context?.text
        request.userID = user.username
        request.deviceName = device.nickname
        return (challenge, request)
    }
}
