import Primitives
import ScriptMessages
import Scripting
import Synchronization
import Workers

/// A pool and a host whose answers a test gives.
struct ScriptHarness {
    let pool: ScriptPool
    let host: RecordingHost

    init(
        processes: Int = 2, limits: ScriptLimits = ScriptLimits(), answers: [String: JSONValue] = [:],
        _ change: (inout ScriptPool.Configuration) -> Void = { _ in }
    ) {
        var configuration = ScriptPool.Configuration(program: ScriptPool.siblingProgram)
        configuration.workers.processes = processes
        configuration.limits = limits
        change(&configuration)
        pool = ScriptPool(configuration)
        host = RecordingHost(answers)
    }

    /// Does something with a pool, and ends its processes.
    static func with<Value>(
        processes: Int = 2, limits: ScriptLimits = ScriptLimits(), answers: [String: JSONValue] = [:],
        _ body: (ScriptHarness) async throws -> Value
    ) async throws -> Value {
        let harness = ScriptHarness(processes: processes, limits: limits, answers: answers)
        do {
            let value = try await body(harness)
            await harness.pool.close()
            return value
        } catch {
            await harness.pool.close()
            throw error
        }
    }

    /// Runs a script, and gives what its bindings gathered.
    @discardableResult func run(
        _ text: String, _ generation: ScriptSource.Generation = .next, _ bindings: JSONObject = [:], as name: String = "Test"
    ) async throws -> JSONValue {
        let source = ScriptSource(name: name, text: text, generation: generation)
        return try await pool.run(ScriptRun(source, bindings: bindings, limits: pool.limits), as: name, for: host).value
    }

    /// Runs a script for its outcome.
    func outcome(
        _ text: String, _ generation: ScriptSource.Generation = .next, _ bindings: JSONObject = [:], as name: String = "Test"
    ) async throws -> String? {
        try await run(text, generation, bindings, as: name)["outcome"]?.string
    }
}

/// Notes what scripts ask and log. A method without an answer is refused.
final class RecordingHost: ScriptHost {
    private let answers: [String: JSONValue]
    private let notes = Mutex<(calls: [ScriptCall], lines: [ScriptLogLine])>(([], []))

    init(_ answers: [String: JSONValue]) { self.answers = answers }

    var calls: [ScriptCall] { notes.withLock { $0.calls } }
    var lines: [ScriptLogLine] { notes.withLock { $0.lines } }

    func answer(_ call: ScriptCall) async -> ScriptAnswer {
        notes.withLock { $0.calls.append(call) }
        return answers[call.method].map(ScriptAnswer.value) ?? .refused("no \(call.method)")
    }

    func log(_ line: ScriptLogLine) { notes.withLock { $0.lines.append(line) } }
}
