import JourneyMessages
import Primitives
import ScriptMessages
import Scripting
import Services

/// One visit of a node that runs a script.
///
/// The run's ticket is spent when the script decides, has looked at an answer, or has had an effect; a script that only asks spends
/// nothing, like every step that only asks.
struct ScriptedRun {
    private static let longestReason = 500

    let node: ScriptedDecision

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let runtime = turn.scripts else { throw JourneyError.fault("this server runs no scripts") }
        guard let script = try await turn.domain.scripts.script(node.script, in: turn.realm.id) else {
            throw JourneyError.fault("there is no script \(node.script)")
        }
        let hasAnswers = turn.wasSubmitted && !turn.asked.isEmpty
        let host = JourneyScriptHost(
            realm: turn.realm, domain: turn.domain, runtime: runtime, script: script, ticket: turn.unspentTicket,
            link: turn.resumeLink)
        let record = turn.record
        do {
            let decision = try await decide(turn, script, runtime, host)
            if let text = decision.suspended { return try await suspend(decision, text, &turn, script, host) }
            if !decision.callbacks.isEmpty, !hasAnswers { return try await ask(decision, &turn, host) }
            try await settle(decision, script, host, record)
            return try await decision.callbacks.isEmpty ? conclude(decision, &turn, host) : ask(decision, &turn, host)
        } catch let error as ScriptError where error.code != .overloaded {
            try await note(error, script, host, record)
            throw JourneyError(.failed, message: turn.state.failureMessage, underlying: error)
        } catch let error as ScriptError {
            throw JourneyError(.overloaded, underlying: error)
        }
    }

    private func decide(
        _ turn: Turn, _ script: Script, _ runtime: ScriptRuntime, _ host: JourneyScriptHost
    ) async throws -> ScriptDecision {
        var session: Session?
        if let upgrade = turn.state.request.upgrade {
            session = try await turn.domain.sessions.session(handle: upgrade.handle, in: turn.realm.id)
        }
        let bindings = ScriptBindings.make(turn, inputs: node.inputs, session: session)
        let run = ScriptRun(script.source, bindings: bindings, limits: runtime.pool.limits)
        let decision = ScriptDecision(try await runtime.pool.run(run, as: "\(turn.realm.id) \(script.id)", for: host).value)
        guard !decision.callbacks.isEmpty || decision.suspended != nil || decision.outcome.map(node.outcomes.contains) == true else {
            let outcome = decision.outcome.map { "\"\($0.prefix(64))\"" } ?? "nothing"
            throw ScriptError(.result, "the script decided \(outcome); it may decide \(node.outcomes.joined(separator: ", "))")
        }
        return decision
    }

    /// Shows what the script asks.
    private func ask(_ decision: ScriptDecision, _ turn: inout Turn, _ host: JourneyScriptHost) async throws -> NodeResult {
        try await take(decision, &turn, host)
        let callbacks = try decision.callbacks.map { try ScriptCallback($0).callback() }
        turn.asked = callbacks.map(AskedCallback.init)
        for callback in callbacks { turn.tell(callback) }
        if decision.dress != PageDress() { turn.present(decision.dress) }
        return .waiting
    }

    /// Has the run wait for the link that the script was given.
    private func suspend(
        _ decision: ScriptDecision, _ text: String, _ turn: inout Turn, _ script: Script, _ host: JourneyScriptHost
    ) async throws -> NodeResult {
        guard let link = host.suspension else { throw ScriptError(.result, "the script suspends the journey without a link") }
        if decision.audit != nil { try await settle(decision, script, host, turn.record) }
        turn.asked = []
        try await take(decision, &turn, host)
        turn.suspend(Suspension(id: link.id, text: text, minutes: link.minutes) {})
        return .suspended
    }

    private func conclude(_ decision: ScriptDecision, _ turn: inout Turn, _ host: JourneyScriptHost) async throws -> NodeResult {
        turn.asked = []
        try await take(decision, &turn, host)
        if let name = decision.identifiedUser {
            let user = try await turn.domain.users.user(named: name, in: turn.realm.id)
            guard let user, turn.state.identify(user) else {
                throw ScriptError(.result, "the script identified a user who isn't there, or another than before")
            }
        }
        return .outcome(decision.outcome ?? "")
    }

    private func take(_ decision: ScriptDecision, _ turn: inout Turn, _ host: JourneyScriptHost) async throws {
        if host.hasSpent { turn.noteSpent() }
        decision.apply(to: &turn.state)
        let refused = ScriptState.apply(decision.changes, writing: node.outputs, to: &turn.state)
        if !refused.isEmpty {
            host.log(ScriptLogLine(.warn, "not written, since it is none of the node's outputs: \(refused.joined(separator: ", "))"))
        }
    }

    /// Spends the ticket, and writes down what the script wants to have written down.
    private func settle(
        _ decision: ScriptDecision, _ script: Script, _ host: JourneyScriptHost, _ record: JourneyRecord
    ) async throws {
        guard let audit = decision.audit else { return try await host.settle() }
        try await host.settle { transaction in
            try record.append(.scriptDecided, details: ["script": .string(script.name), "detail": audit], in: transaction)
        }
    }

    private func note(_ error: ScriptError, _ script: Script, _ host: JourneyScriptHost, _ record: JourneyRecord) async throws {
        let reason = String(error.description.prefix(Self.longestReason))
        host.log(ScriptLogLine(.error, reason))
        try await host.settle { transaction in
            try record.append(.scriptFailed, .failure, reason: reason, details: ["script": .string(script.name)], in: transaction)
        }
    }
}
