import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Risk
import RiskScoring

/// The wish of a node to have a run evaluated.
struct RiskQuestion {
    var policySet: String?
    /// The text of a payload; nil for none.
    var signals: String?
    var keepsResult = false
    /// Changes the event before it is evaluated.
    var edit: (inout RiskEvent) -> Void = { _ in }
}

extension Turn {
    /// Evaluates the risk of the run, once, and keeps the evaluation's id in the state.
    ///
    /// - Returns: the evaluation; nil when there is none to go by, since the risk service failed or no predictor had a result. That is
    ///   a failure, and never a low risk.
    mutating func evaluate(_ question: RiskQuestion, user id: String?, name: String?) async throws -> RecordedEvaluation? {
        // A step that is sent twice is evaluated once.
        try await spend()
        do {
            let known = try await riskUser()
            guard let user = id ?? known?.id.text ?? state.username else {
                throw DomainError(.unknownUser, "no user whose risk could be evaluated")
            }
            var event = RiskEvent(address: client.address, user: user)
            event.username = name ?? known?.username ?? state.username
            event.userAgent = client.userAgent
            event.flowType = ProtectFlow.authentication.rawValue
            event.mailDomain = known?.attributes["mail"]?.string.flatMap(RiskEvent.mailDomain(of:))
            event.target = state.request.application?.id
            event.signals = question.signals.map(RiskEvent.Signals.payload) ?? .none
            question.edit(&event)
            let recorded = try await domain.risk.evaluate(
                event, policySet: question.policySet.flatMap { $0.isEmpty ? nil : $0 }, client: event.target, origin: client.origin ?? "",
                in: realm)
            state.shared[ProtectState.id] = .string(recorded.id.text)
            if question.keepsResult { state.shared[ProtectState.result] = .object(recorded.result) }
            guard recorded.isFounded else { throw DomainError(.conflict, "no predictor of the risk produced a result") }
            return recorded
        } catch let error as DomainError {
            try await recordFailure("risk: \(error.reason)")
            return nil
        } catch is SealError {
            try await recordFailure("risk: the keys can't be opened")
            return nil
        }
    }

    /// The user who has proved who they are, or else the one whom the client names.
    private func riskUser() async throws -> User? {
        if let id = state.user { return try await domain.directory.users.user(id, in: realm.id) }
        return try await namedUser()
    }

    /// Says how the evaluated event ended. A success is believed only of the user who has proved in this run to be the one whom the
    /// evaluation is about: else a client that knows a name could make their own device a usual one.
    func completeRisk(_ completion: RiskEvent.Completion) async throws -> Bool {
        guard let id = state.shared[ProtectState.id]?.string.flatMap({ UUID(text: $0) }),
            let recorded = try await domain.risk.evaluation(id, in: realm)
        else { return false }
        guard completion == .failed || (state.user != nil && recorded.user == state.user) else { return false }
        do { _ = try await domain.risk.complete(id, as: completion, in: realm) } catch let error as DomainError
            where error.code == .conflict
        {
            return false
        }
        return true
    }
}

extension RiskLevel {
    /// The outcome of nodes.
    var outcome: String { rawValue.lowercased() }
}
