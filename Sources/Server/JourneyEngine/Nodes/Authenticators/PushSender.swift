import AuthenticatorMessages
import DeviceMessages
import Foundation
import JourneyMessages
import Primitives
import Services
import Directory
import Foundations
import MultiFactor

/// Sends the user's authenticator app a push.
struct PushSender: JourneyNode {
    static let type = NodeType(
        "PushAuthenticationSenderNode", alias: "pushSender", title: "Push Sender", "Asks the user's authenticator app to approve.")
    static let settings = [
        NodeSetting<Self>("messageTimeout", \.milliseconds, in: 5000...3_600_000, "For how many milliseconds the push can be answered."),
        NodeSetting<Self>("userMessage", \.message, "What the app shows; {{user}} and {{issuer}} become the user and the realm's issuer."),
        NodeSetting<Self>("mandatory", \.isMandatory, "Whether a user who has opted out is asked all the same."),
        NodeSetting<Self>("contextInfo", \.tellsContext, "Whether the app is told where somebody signs in: address, browser, location."),
        NodeSetting<Self>("customPayload", \.customPayload, "Keys of the journey's state that the app is sent."),
        NodeSetting<Self>("pushType", \.kind, "How the user approves: by a tap, a number that is shown, or after a biometric check."),
        NodeSetting<Self>(
            "captureFailure", \.capturesFailure, "Whether a push that can't be sent is the outcome FAILURE, not the journey's end."),
    ]
    static let state = StateUse(
        reads: ["username"],
        writes: ["pushMessageId", "t", "pushMechanismUid", "pushNumberChallengeKey", "mfaMethod", "PushAuthFailureReason"])

    static let (sent, notRegistered, skipped, failed) = ("SENT", "NOT_REGISTERED", "SKIPPED", "FAILURE")
    /// The longest custom payload, in bytes (`docs/protocols/journey-nodes.md` 2.7).
    private static let longestPayload = 3072

    enum Kind: String, SettingValue, CaseIterable {
        case plain = "DEFAULT"
        case challenge = "CHALLENGE"
        case biometric = "BIOMETRIC"

        fileprivate var kind: PushRequest.Kind {
            switch self {
            case .plain: .plain
            case .challenge: .challenge
            case .biometric: .biometric
            }
        }
    }

    var milliseconds = 120_000
    var message: LocalizedText = "Login attempt from {{user}} at {{issuer}}"
    var isMandatory = false
    var tellsContext = false
    var customPayload: [String] = []
    var kind = Kind.plain
    var capturesFailure = false

    var outcomes: [String] {
        [Self.sent, Self.notRegistered] + (isMandatory ? [] : [Self.skipped]) + (capturesFailure ? [Self.failed] : [])
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await turn.secondFactorUser() else { return notRegistered(&turn) }
        if !isMandatory, try await turn.domain.authenticators.hasOptedOut(of: .push, user.id, in: turn.realm) {
            return .outcome(Self.skipped)
        }
        // A client that sends the step before again must not make the phone ring again.
        try await turn.spend()
        do {
            let asked = try await turn.domain.authenticators.ask(user, try question(of: user, turn), in: turn.realm)
            keep(asked, &turn)
            return .outcome(Self.sent)
        } catch let error as AuthenticatorAccountError where error.code == .notRegistered {
            return notRegistered(&turn)
        } catch {
            return try await fail("\(error)", &turn)
        }
    }

    private func question(of user: User, _ turn: Turn) throws -> Authenticators.PushQuestion {
        let text = turn.text(message).replacing("{{user}}", with: user.username)
            .replacing("{{issuer}}", with: turn.realm.path.description)
        var question = Authenticators.PushQuestion(text: text)
        question.kind = kind.kind
        question.lifetime = milliseconds / 1000
        question.requester = turn.requester
        if tellsContext { question.context = PushContext(turn) }
        let payload = JSONObject(customPayload.compactMap { name in turn.state.shared[name].map { (name, $0) } })
        if !payload.isEmpty { question.customPayload = JSONValue.object(payload).text }
        guard (question.customPayload?.utf8.count ?? 0) <= Self.longestPayload else {
            throw AuthenticatorAccountError(.invalid, "the custom payload has more than \(Self.longestPayload) bytes")
        }
        return question
    }

    private func keep(_ asked: Authenticators.Asked, _ turn: inout Turn) {
        turn.state.shared["pushMessageId"] = .string(asked.message)
        turn.state.shared["t"] = .integer(Int64(milliseconds))
        turn.state.shared["pushMechanismUid"] = .string(asked.mechanism)
        turn.state.shared["pushNumberChallengeKey"] = asked.number.map { .string(String($0)) }
    }

    private func notRegistered(_ turn: inout Turn) -> NodeResult {
        turn.state.shared["mfaMethod"] = .string(SecondFactorChoices.Method.push.rawValue)
        return .outcome(Self.notRegistered)
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        turn.state.shared["PushAuthFailureReason"] = "TRANSMISSION_FAILURE"
        try await turn.recordFailure("the push could not be sent: \(reason)")
        guard capturesFailure else { throw JourneyRunError(.failed, message: turn.state.failureMessage) }
        return .outcome(Self.failed)
    }
}

extension PushContext {
    /// Describes where the user signs in; the location only as far as a Device Profile Collector before it has learnt one.
    fileprivate init(_ turn: Turn) {
        self.init(userAgent: turn.client.userAgent, address: turn.client.address)
        let profile = turn.state.shared["forgeRock.device.profile"]?["location"]
        if let latitude = profile?["latitude"]?.number, let longitude = profile?["longitude"]?.number {
            location = Location(latitude: latitude, longitude: longitude)
        }
    }
}
