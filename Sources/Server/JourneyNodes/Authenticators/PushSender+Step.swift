import AuthenticatorMessages
import Directory
import Foundations
package import JourneyEngine
import JourneyModel
import MultiFactor
import Primitives

extension PushSender: JourneyNode {
    /// The longest custom payload, in bytes (`docs/protocols/journey-nodes.md` 2.7).
    private static let longestPayload = 3072

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let user = try await turn.secondFactorUser() else { return notRegistered(&turn) }
        if !isMandatory, try await turn.domain.multiFactor.authenticators.hasOptedOut(of: .push, user.id, in: turn.realm) {
            return .outcome(Self.skipped)
        }
        // A client that sends the step before again must not make the phone ring again.
        try await turn.spend()
        do {
            let asked = try await turn.domain.multiFactor.authenticators.ask(user, try question(of: user, turn), in: turn.realm)
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
        var question = Authenticators.PushQuestion(text: text, by: turn.budgetAsker(about: user.id))
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

extension PushSender.Kind {
    fileprivate var kind: PushRequest.Kind {
        switch self {
        case .plain: .plain
        case .challenge: .challenge
        case .biometric: .biometric
        }
    }
}

extension PushContext {
    /// Describes where the user signs in; the location only as far as a Device Profile Collector before it has learnt one.
    fileprivate init(_ turn: Turn) {
        self.init(userAgent: turn.client.userAgent, address: turn.client.address)
        let profile = turn.state.shared[CollectedProfile.key]?["location"]
        if let latitude = profile?["latitude"]?.number, let longitude = profile?["longitude"]?.number {
            location = Location(latitude: latitude, longitude: longitude)
        }
    }
}
