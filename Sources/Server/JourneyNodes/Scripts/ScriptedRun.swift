import Directory
import JourneyEngine
import JourneyModel
import Primitives
import Scripting

/// One visit of a node that runs a script.
///
/// The run's ticket is spent when the script decides, has looked at an answer, or has had an effect; a script that only asks spends
/// nothing, like every step that only asks.
struct ScriptedRun {
    let node: ScriptedDecision

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let visit = try await ScriptVisit(node.script, turn)
        let hasAnswers = turn.wasSubmitted && !turn.asked.isEmpty
        do {
            let decision = try await decide(turn, visit)
            if let text = decision.suspended { return try await suspend(decision, text, &turn, visit) }
            if !decision.callbacks.isEmpty, !hasAnswers { return try ask(decision, &turn, visit) }
            try await visit.settle(noting: decision.audit)
            return try await decision.callbacks.isEmpty ? conclude(decision, &turn, visit) : ask(decision, &turn, visit)
        } catch let error as ScriptError { throw try await visit.failure(error, &turn) }
    }

    private func decide(_ turn: Turn, _ visit: ScriptVisit) async throws -> ScriptDecision {
        let decision = ScriptDecision(try await visit.run(turn, seeing: node.inputs))
        guard !decision.callbacks.isEmpty || decision.suspended != nil || decision.outcome.map(node.outcomes.contains) == true else {
            let outcome = decision.outcome.map { "\"\($0.prefix(64))\"" } ?? "nothing"
            throw ScriptError(.result, "the script decided \(outcome); it may decide \(node.outcomes.joined(separator: ", "))")
        }
        return decision
    }

    /// Shows what the script asks.
    private func ask(_ decision: ScriptDecision, _ turn: inout Turn, _ visit: ScriptVisit) throws -> NodeResult {
        take(decision, &turn, visit)
        let callbacks = try decision.callbacks.map { try ScriptCallback($0).callback() }
        turn.asked = callbacks.map(AskedCallback.init)
        for callback in callbacks { turn.tell(callback) }
        if decision.dress != PageDress() { turn.present(decision.dress) }
        return .waiting
    }

    /// Has the run wait for the link that the script was given.
    private func suspend(
        _ decision: ScriptDecision, _ text: String, _ turn: inout Turn, _ visit: ScriptVisit
    ) async throws -> NodeResult {
        guard let link = visit.host.suspension else { throw ScriptError(.result, "the script suspends the journey without a link") }
        if decision.audit != nil { try await visit.settle(noting: decision.audit) }
        turn.asked = []
        take(decision, &turn, visit)
        turn.suspend(Suspension(id: link.id, text: text, minutes: link.minutes) {})
        return .suspended
    }

    private func conclude(_ decision: ScriptDecision, _ turn: inout Turn, _ visit: ScriptVisit) async throws -> NodeResult {
        turn.asked = []
        take(decision, &turn, visit)
        if let name = decision.identifiedUser {
            let user = try await turn.namedUser(name)
            guard let user, turn.state.identify(user, showing: .script) else {
                throw ScriptError(.result, "the script identified a user who isn't there, or another than before")
            }
        }
        return .outcome(decision.outcome ?? "")
    }

    private func take(_ decision: ScriptDecision, _ turn: inout Turn, _ visit: ScriptVisit) {
        decision.apply(to: &turn.state)
        visit.apply(decision.changes, writing: node.outputs, to: &turn)
    }
}
