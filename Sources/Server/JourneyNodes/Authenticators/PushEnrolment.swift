import AuthenticatorMessages
import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import OneTimePassword
import Primitives
import Translations

/// Shows a code until an app has registered with it: for push, or with a plan for one-time passwords as well.
struct PushEnrolment {
    private static let waiting = LocalizedText(\.waitingForDevice)
    /// The milliseconds after which the page looks again.
    private static let pause = 2000

    let card: AccountCard
    let timeout: Int
    /// nil for push alone.
    let plan: OathPlan?
    /// The policies that the app asks of its device, as JSON; empty for nothing.
    let policies: String

    func step(of user: User, _ turn: inout Turn) async throws -> NodeResult {
        let authenticators = turn.domain.multiFactor.authenticators
        guard let message = turn["message"]?.string, let uri = turn["uri"]?.string else { return try await start(user, &turn) }
        switch try await authenticators.standing(ofRegistration: message, of: user.id, in: turn.realm) {
        case .waiting:
            show(uri, &turn)
            return .waiting
        case .over: return leave(PushEnrolmentForm.timedOut, &turn)
        case .registered(let id):
            guard let device = try await turn.domain.deviceRegistry.devices.device(id, of: user.id, in: turn.realm.id) else {
                return leave(PushEnrolmentForm.failure, &turn)
            }
            try await finish(device, &turn)
            return leave(PushEnrolmentForm.success, &turn)
        }
    }

    private func start(_ user: User, _ turn: inout Turn) async throws -> NodeResult {
        let authenticators = turn.domain.multiFactor.authenticators
        // One account for push is enough (`docs/protocols/journey-nodes.md` 2.7).
        guard try await authenticators.devices(of: user.id, [.authenticator], in: turn.realm).isEmpty else {
            return .outcome(PushEnrolmentForm.success)
        }
        try await turn.spend()
        let account = plan?.account(random: turn.domain.platform.random)
        let offer = try await authenticators.offerPush(
            to: user.id, with: account, lifetime: TimeInterval(timeout), in: turn.realm)
        var uri = try await card.uri(of: user, turn)
        uri.password = account?.uriPassword
        uri.push = try push(offer, turn)
        uri.policies = policies.isEmpty ? nil : policies
        let text = try uri.text()
        (turn["message"], turn["uri"]) = (.string(offer.message), .string(text))
        turn.state.shared["pushMessageId"] = .string(offer.message)
        turn.withdraw()
        show(text, &turn)
        return .waiting
    }

    private func push(_ offer: Authenticators.PushOffer, _ turn: Turn) throws -> AuthenticatorURI.Push {
        guard let endpoint = turn.client.pushEndpoint(turn.realm.path) else {
            throw JourneyRunError.fault("this server has no public address for authenticator apps")
        }
        return AuthenticatorURI.Push(
            registrationURL: "\(endpoint)?_action=\(PushEndpoint.Action.register.rawValue)",
            authenticationURL: "\(endpoint)?_action=\(PushEndpoint.Action.authenticate.rawValue)", secret: offer.secret,
            challenge: offer.challenge, messageID: offer.message, loadBalancerCookie: PushRequest.anyServer)
    }

    private func show(_ uri: String, _ turn: inout Turn) {
        turn.tellRegistration(uri, card.message)
        turn.tell(PollingWait(milliseconds: Self.pause, message: turn.text(Self.waiting)).callback)
    }

    /// The recovery codes are made once, when the journey sees the registration.
    private func finish(_ device: UserDevice, _ turn: inout Turn) async throws {
        let authenticators = turn.domain.multiFactor.authenticators
        let makesCodes = card.makesRecoveryCodes
        let user = device.user
        let realm = turn.realm.id
        let codes = try await turn.act { transaction, _ in
            try SecondFactorChoices.optIn(to: .push, user, realm: realm, in: transaction)
            return makesCodes ? try authenticators.makeRecoveryCodes(for: device, in: transaction) : []
        }
        if makesCodes { turn.keepRecoveryCodes(codes, of: device) }
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        (turn["message"], turn["uri"]) = (nil, nil)
        return .outcome(outcome)
    }
}
