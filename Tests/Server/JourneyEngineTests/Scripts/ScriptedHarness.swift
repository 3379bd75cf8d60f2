import Foundation
import JourneyMessages
import Logging
import Primitives
import ScriptMessages
import Scripting
import Synchronization

@testable import JourneyEngine
import Services
import SignIn
import Directory
import Foundations
import Workers

/// A realm whose journeys may run scripts.
struct ScriptedHarness: Sendable {
    let base: JourneyHarness
    let http: RecordingHTTP
    private let pool: ScriptPool

    static func with(
        milliseconds: Int = 1000, _ change: (inout RealmSettings) -> Void = { _ in }, _ body: (ScriptedHarness) async throws -> Void
    ) async throws {
        var configuration = ScriptPool.Configuration(program: ScriptPool.siblingProgram)
        configuration.workers.processes = 2
        configuration.limits.milliseconds = milliseconds
        let pool = ScriptPool(configuration)
        let http = RecordingHTTP()
        do {
            let runtime = ScriptRuntime(pool: pool, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await body(ScriptedHarness(base: try await JourneyHarness(scripts: runtime, http: http, change), http: http, pool: pool))
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    /// Stores a script, and a journey `Single` with one node that runs it.
    func add(
        _ text: String, _ generation: ScriptSource.Generation = .next, outcomes: [String] = ["true", "false"], settings: String = ""
    ) async throws {
        var script = Script(id: base.domain.platform.random.uuid(), name: "Check", text: text)
        script.generation = generation
        try await base.domain.signIn.scripts.save(script, in: base.realm.id)
        let list = outcomes.map { "\"\($0)\"" }.joined(separator: ", ")
        let connections = outcomes.map { ", \"\($0)\": at-\($0)" }.joined()
        let ends = outcomes.map { "  at-\($0): { message: { message: \"\($0)\" }, \"true\": success, \"false\": failure }\n" }
        try await base.add(
            "name: Single\nstart: only\nnoSession: true\nnodes:\n  only: { scriptedDecision: { script: Check, outcomes: [ \(list) ]\(settings) }\(connections) }\n"
                + ends.joined())
    }
}

/// Answers each request with what it was.
final class RecordingHTTP: OutboundHTTP {
    private let sent = Mutex<[OutboundRequest]>([])
    var requests: [OutboundRequest] { sent.withLock { $0 } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        sent.withLock { $0.append(request) }
        return OutboundAnswer(status: 200, reason: "OK", headers: [("Content-Type", "text/plain")], body: request.body ?? "empty")
    }
}
