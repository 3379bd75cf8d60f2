import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ScriptMessages
import Scripting
import Sessions
import SignIn

/// A script of the realm in one visit of a node: what it is run with, and what its calls may do.
struct ScriptVisit {
    private static let longestReason = 500

    let script: Script
    let host: JourneyScriptHost
    private let runtime: ScriptRuntime
    private let record: JourneyRecord

    /// - Parameter name: the script's id or name.
    init(_ name: String, _ turn: Turn) async throws {
        guard let runtime = turn.scripts else { throw JourneyRunError.fault("this server runs no scripts") }
        guard let script = try await turn.domain.signIn.scripts.script(name, in: turn.realm.id) else {
            throw JourneyRunError.fault("there is no script \(name)")
        }
        self.script = script
        self.runtime = runtime
        record = turn.record
        let own = turn.state.username.flatMap { name in turn.state.named.map { ScriptIdentities.OwnUser(name: name, user: $0) } }
        host = JourneyScriptHost(
            realm: turn.realm, domain: turn.domain, runtime: runtime, script: script, own: own, ticket: turn.unspentTicket,
            link: turn.resumeLink)
    }

    /// Runs the script, and gives what its process gathered; none of it is to be believed.
    ///
    /// - Parameters:
    ///   - values: the subjects of a script that gives a value; nil for one that decides.
    ///   - known: the user's saved devices, for a script that matches them.
    func run(
        _ turn: Turn, seeing inputs: [String], about values: JSONObject? = nil, knowing known: JSONObject? = nil
    ) async throws -> JSONValue {
        var session: UserSession?
        if let upgrade = turn.state.request.upgrade {
            session = try await turn.domain.session.registry.session(handle: upgrade.handle, in: turn.realm.id)
        }
        let bindings = ScriptBindings.make(turn, inputs: inputs, session: session, values: values, knowing: known)
        let run = ScriptRun(script.source, bindings: bindings, limits: runtime.pool.limits)
        return try await runtime.pool.run(run, as: "\(turn.realm.id) \(script.id)", for: host).value
    }

    /// Spends the ticket, and writes down what the script wants to have written down.
    func settle(noting audit: JSONValue?) async throws {
        guard let audit else { return try await host.settle() }
        try await host.settle { [record, script] transaction in
            try record.append(.scriptDecided, details: ["script": .string(script.name), "detail": audit], in: transaction)
        }
    }

    /// Writes down why the script failed; the error is what the node then ends with.
    func failure(_ error: ScriptError, _ turn: inout Turn) async throws -> JourneyRunError {
        guard error.code != .overloaded else { return JourneyRunError(.overloaded, underlying: error) }
        let reason = String(error.description.prefix(Self.longestReason))
        host.log(ScriptLogLine(.error, reason))
        try await host.settle { [record, script] transaction in
            try record.append(.scriptFailed, .failure, reason: reason, details: ["script": .string(script.name)], in: transaction)
        }
        turn.noteSpent()
        return JourneyRunError(.failed, message: turn.state.failureMessage, underlying: error)
    }

    /// Takes over what the script changed in the state, as far as it may.
    func apply(_ changes: JSONValue?, writing outputs: [String], to turn: inout Turn) {
        if host.hasSpent { turn.noteSpent() }
        let refused = ScriptState.apply(changes, writing: outputs, to: &turn.state)
        if !refused.isEmpty {
            host.log(ScriptLogLine(.warn, "not written, since it is none of the node's outputs: \(refused.joined(separator: ", "))"))
        }
    }
}
