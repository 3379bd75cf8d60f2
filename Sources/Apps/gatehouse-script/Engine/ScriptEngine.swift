import CConfinement
import Primitives
import ScriptMessages

/// Runs scripts one after another, each in a world of its own.
final class ScriptEngine {
    /// The number of runs after which the garbage of old worlds is collected, between two runs.
    private static let runsBetweenCollections = 32

    private let line: ServerLine
    private let watchdog: Watchdog
    private let group: JSContextGroupRef?
    private let clock = InterpreterClock()
    private let prelude = Prelude()
    /// A world made beforehand, so that a run needn't wait for it.
    private var next: ScriptContext?
    private var journal = RunJournal(ScriptLimits())
    private var runs = 0
    /// The generation of the last run, and so probably that of the next one.
    private var generation = ScriptSource.Generation.next

    init(line: ServerLine, watchdog: Watchdog) {
        self.line = line
        self.watchdog = watchdog
        group = JSContextGroupCreate()
    }

    /// Makes the interpreter do all that it does only once: threads, time zone, tables. Later it can't open files.
    func warmUp() {
        for generation in ScriptSource.Generation.allCases {
            let text = """
                var d = new Date(); d.toString() + d.toLocaleString() + new Intl.DateTimeFormat('de').format(d) + (1.5).toLocaleString('de') +
                /x/u.test('é'.normalize()) + 'a'.localeCompare('b') + new Intl.DateTimeFormat().resolvedOptions().timeZone
                """
            _ = run(ScriptRun(ScriptSource(name: "warm-up", text: text, generation: generation)))
        }
        next?.collectGarbage()
        prepare()
    }

    /// Makes the next run's world.
    func prepare() {
        guard let group, next == nil else { return }
        runs += 1
        next = ScriptContext(group, host: HostFunction { [unowned self] in answer($0, $1) }, prelude: prelude)
        if let next { _ = next.call("arrange", [next.value(generation.rawValue)]) }
        if runs % Self.runsBetweenCollections == 0 { next?.collectGarbage() }
    }

    /// Sees whether a script compiles.
    func check(_ source: ScriptSource) -> ScriptReport {
        prepare()
        let place = SyntaxPlace { [next] in next?.check(RhinoSyntax.modern($0), name: source.name) }
        let failure = place.check(source.text).map { place.located($0, in: source.text) }
        return failure.map(ScriptReport.failed) ?? .finished(ScriptResult(.null, mebibytes: watchdog.size.mebibytes))
    }

    /// Runs a script to its end or to a limit.
    func run(_ run: ScriptRun) -> ScriptReport {
        prepare()
        guard let world = next, let group else { return .failed(ScriptFailure(.result, "out of memory")) }
        next = nil
        generation = run.source.generation
        journal = RunJournal(run.limits)
        limit_processor_time(UInt32(run.limits.milliseconds / 1000) + 2)
        watchdog.watch(run.limits)
        defer { watchdog.rest() }
        clock.limit(group, milliseconds: run.limits.milliseconds)
        switch result(of: run, in: world) {
        case .success(let value): return .finished(ScriptResult(value, mebibytes: watchdog.size.mebibytes))
        case .failure(let failure): return .failed(clock.hasRunOut ? Self.tooLong(run) : failure)
        }
    }

    private func result(of run: ScriptRun, in world: ScriptContext) -> Result<JSONValue, ScriptFailure> {
        let text = RhinoSyntax.modern(run.source.text)
        let begun = [run.source.generation.rawValue, run.source.name, JSONValue.object(run.bindings).text].map(world.value)
        return world.call("begin", begun)
            .flatMap { _ in world.evaluate(JavaScriptText(text), name: run.source.name) }
            .flatMap { value in world.finish(value) }
            .flatMap { text in
                guard text.count <= run.limits.resultBytes, let value = try? JSONValue(parsing: text.text()) else {
                    return .failure(ScriptFailure(.result, "the result is longer than \(run.limits.resultBytes) bytes, or no JSON"))
                }
                return .success(value)
            }
    }

    /// Answers what a script asks of the world outside.
    private func answer(_ method: String, _ arguments: String) -> ScriptAnswer {
        guard let json = try? JSONValue(parsing: arguments), let arguments = json.array else {
            return .refused("arguments that no JSON can hold")
        }
        if method == "log" {
            if let entry = journal.line(arguments) { line.send(.log(entry)) }
            return .value(.null)
        }
        guard journal.mayCall() else { return .refused("the script asks the server for too much") }
        line.send(.call(ScriptCall(method, arguments)))
        guard case .answer(let answer) = line.receive() else { return .refused("the server is gone") }
        return answer
    }

    private static func tooLong(_ run: ScriptRun) -> ScriptFailure {
        ScriptFailure(.time, "the script computed for more than \(run.limits.milliseconds) ms")
    }
}
