import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import Risk

extension ProtectEvaluationNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let answer = turn.ask(question) else { return .waiting }
        guard case .signals(let signals) = answer else { return .outcome(Self.clientError) }
        return .outcome(try await outcome(with: signals, &turn) ?? Self.failure)
    }

    /// Evaluates; nil when there is nothing to go by. A recommended action that the node has as an outcome goes before the score, and the
    /// score before the level.
    func outcome(with signals: String, _ turn: inout Turn) async throws -> String? {
        let state = turn.state
        func value(_ key: String) -> String? { key.isEmpty ? nil : StateKey.value(key, of: state)?.string }
        var risk = RiskQuestion(policySet: isTargeted ? nil : value(policySetKey) ?? policySet, signals: signals, keepsResult: keepsResult)
        let subtype = flowType == .authentication ? authenticationSubtype : flowType == .authorization ? authorizationSubtype : ""
        let (target, targetName) = (value(targetKey), value(targetNameKey))
        risk.edit = { event in
            event.flowType = flowType.rawValue
            event.flowSubtype = subtype.isEmpty ? nil : subtype
            event.sharingType = sharing.rawValue
            event.userType = userType.rawValue
            event.target = target ?? event.target
            event.targetName = targetName
        }
        guard let recorded = try await turn.evaluate(risk, user: value(userKey), name: value(usernameKey)) else { return nil }
        if let action = recorded.recommendedAction, actions.contains(action) { return action }
        return Double(recorded.score) > threshold.value ? Self.exceed : recorded.level.outcome
    }
}

extension MarketplaceProtectEvaluation: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(protect.question.metadata(environment: turn.realm.id.text))
        let signals = turn.ask(HiddenValue(id: HiddenValue.riskSignals, value: ""))
        let refusal = turn.ask(HiddenValue(id: HiddenValue.clientError, value: ""))
        if refusal != nil { return .outcome(Self.error) }
        guard let signals else { return .waiting }
        return .outcome(try await protect.outcome(with: signals, &turn) ?? Self.error)
    }
}

extension RiskNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        var signals: String?
        if asksSignals {
            guard let answer = turn.ask(ProtectEvaluation(pausesBehavior: false)) else { return .waiting }
            // A client that can't collect signals is evaluated without.
            if case .signals(let text) = answer { signals = text }
        }
        let risk = RiskQuestion(policySet: policySet, signals: signals, keepsResult: keepsResult)
        guard let recorded = try await turn.evaluate(risk, user: nil, name: nil) else { return .outcome(ProtectEvaluationNode.failure) }
        return .outcome(recorded.recommendedAction == "BOT_MITIGATION" ? Self.bot : recorded.level.outcome)
    }
}
