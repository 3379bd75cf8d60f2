import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
package import JourneyEngine
import JourneyModel
import MultiFactor
import Primitives
import Translations

extension DeviceAuthenticationNode: JourneyNode {
    private static let unanswered = LocalizedText(\.answerNeeded)

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard let id = turn["id"]?.string.flatMap(UUID.init(text:)) else { return try await start(user, &turn) }
        var visit = DeviceVisit(self, try await turn.domain.multiFactor.deviceAuthentications.authentication(id, in: turn.realm))
        do {
            try await visit.takeAnswer(&turn)
            if visit.isUnanswered { visit.complaint = turn.text(Self.unanswered) }
        } catch let error as SecondFactorError where error.code != .expired && error.code != .unknown {
            visit.complaint = error.reason
            turn.refusal = error
            visit.authentication = try await turn.domain.multiFactor.deviceAuthentications.authentication(id, in: turn.realm)
        }
        return try await show(visit, &turn)
    }

    private func start(_ user: User, _ turn: inout Turn) async throws -> NodeResult {
        if user.bypassesMFA(at: turn.now) { return .outcome(Self.bypassed) }
        guard user.isMFAEnabled else { return .outcome(Self.notEnabled) }
        var order = DeviceAuthentications.Order(user: user.id)
        order.policy = try await turn.mfaPolicy(policy)
        order.context.clientContext = clientContext.isEmpty ? nil : clientContext
        order.context.requester = turn.requester
        order.context.browser = Browser(turn.state.request.passkeys)
        order.submittedPayload = turn.state.request.payload?.submitted
        // A client that sends the step before again must not make the phone ring again.
        try await turn.spend()
        let started = try await turn.domain.multiFactor.deviceAuthentications.start(order, in: turn.realm, issuer: try turn.deviceIssuer())
            .authentication
        turn["id"] = .string(started.id.text)
        return try await show(DeviceVisit(self, started), &turn)
    }

    private func show(_ visit: DeviceVisit, _ turn: inout Turn) async throws -> NodeResult {
        switch visit.authentication.status {
        case .completed: return try await complete(visit.authentication, &turn)
        case .failed:
            if visit.authentication.failure?.unavailable.isEmpty == true, visit.authentication.selected == nil {
                // Whether that is enough is for the journey to say.
                turn.state.request.payload?.isPassed = true
                return leave(Self.noDevice, &turn)
            }
            turn.state.request.payload?.isPassed = false
            try await turn.recordFailure("the second factor failed: \(visit.authentication.failure?.code ?? "-")")
            return leave(Self.failure, &turn)
        default:
            turn.withdraw()
            try await visit.ask(&turn)
            return .waiting
        }
    }

    /// Uses the authentication up; another run that tries to gets nothing.
    private func complete(_ authentication: DeviceAuthentication, _ turn: inout Turn) async throws -> NodeResult {
        let (realm, now) = (turn.realm.id, turn.now)
        let isUsed = try await turn.act { transaction, _ in
            try DeviceAuthentications.use(authentication.id, of: authentication.user, realm: realm, at: now, in: transaction)
        }
        guard isUsed, authentication.user == turn.state.user else {
            try await turn.recordFailure("the second factor was used before")
            return leave(Self.failure, &turn)
        }
        turn.state.request.payload?.isPassed = true
        return leave(Self.success, &turn)
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["id"] = nil
        for name in ["view", "passcode", "choice", "complaint"] { turn[name] = nil }
        return .outcome(outcome)
    }
}
