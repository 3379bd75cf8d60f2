import Metrics
import Primitives
import Telemetry
import Tracing
package import ScriptMessages
import WorkerMessages
import Workers

/// The processes that run scripts, a ``WorkerPool`` of `gatehouse-script`.
package struct ScriptPool: Sendable {
    let configuration: Configuration
    private let workers: WorkerPool

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        workers = WorkerPool(configuration.workers)
    }

    /// The limits that the pool's runs have.
    package var limits: ScriptLimits { configuration.limits }

    /// Runs a script.
    ///
    /// - Parameter key: the script's name, for fairness; all its runs share it.
    package func run(_ run: ScriptRun, as key: String, for host: any ScriptHost) async throws(ScriptError) -> ScriptResult {
        try await perform(.run(run), run.limits, as: key, for: host)
    }

    /// Checks that a script compiles.
    /// - Throws: ``ScriptError`` `.syntax`, with the place.
    package func check(_ source: ScriptSource) async throws(ScriptError) {
        _ = try await perform(.check(source), configuration.limits, as: "check", for: DeafHost())
    }

    /// Ends all processes. Runs that aren't finished fail.
    package func close() async { await workers.close() }

    private func perform(
        _ order: ScriptOrder, _ limits: ScriptLimits, as key: String, for host: any ScriptHost
    ) async throws(ScriptError) -> ScriptResult {
        let conversation = try ScriptConversation(order, limits, host)
        let allowance = WorkerAllowance(processor: .milliseconds(limits.milliseconds), silence: configuration.silence)
        let outcome: Result<ScriptResult, ScriptError>
        let begun = ContinuousClock.now
        let span = SpanTracer.begin("script")
        defer {
            span?.end()
            Self.record(since: begun)
        }
        do { outcome = try await workers.run(for: WorkerTurn(key), allowance, conversation.hold) } catch { throw ScriptError(error) }
        return try outcome.get()
    }

    private static func record(since begun: ContinuousClock.Instant) {
        Metrics.Timer(label: "script_seconds").recordNanoseconds(begun.duration(to: .now).wholeNanoseconds)
    }
}

/// The host of scripts that ask nothing.
private struct DeafHost: ScriptHost {
    func answer(_ call: ScriptCall) async -> ScriptAnswer { .refused("nothing can be asked here") }
    func log(_ line: ScriptLogLine) {}
}
