import Primitives
import ScriptMessages
import Scripting
import Testing
import WorkerTesting
import Workers

@Suite("The pool of script processes")
struct PoolTests {
    @Test("a thousand scripts in parallel each have their own answer")
    func thousand() async throws {
        try await ScriptHarness.with { harness in
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        let bindings: JSONObject = ["state": ["shared": ["n": .integer(Int64(number))], "transient": [:]]]
                        return try await harness.outcome("outcome = 'n' + nodeState.get('n')", .next, bindings, as: "\(number % 7)")
                            != "n\(number)"
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wrong == 0)
        }
    }

    @Test("what a script is given outlives the garbage that runs before it have left")
    func garbage() async throws {
        let text = String(repeating: "x", count: 100_000)
        let bindings: JSONObject = ["state": ["shared": ["text": .string(text)], "transient": [:]]]
        try await ScriptHarness.with(processes: 1) { harness in
            for _ in 0..<40 {
                let outcome = try await harness.outcome("outcome = String(nodeState.get('text').length)", .next, bindings)
                #expect(outcome == "100000")
            }
        }
    }

    @Test("while scripts loop for ever, others still run", .timeLimit(.minutes(1)))
    func fairness() async throws {
        var limits = ScriptLimits()
        limits.milliseconds = 200
        try await ScriptHarness.with(processes: 2, limits: limits) { harness in
            await #expect(throws: ScriptError(.time, "")) { try await harness.run("while (true) {}", as: "loop") }
            try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask {
                    await withTaskGroup(of: Void.self) { loops in
                        for _ in 0..<10 { loops.addTask { _ = try? await harness.run("while (true) {}", as: "loop") } }
                    }
                    return "loops"
                }
                try await Task.sleep(for: .milliseconds(20))
                group.addTask { () async throws in
                    for _ in 0..<5 { #expect(try await harness.outcome("outcome = 'ok'", as: "good") == "ok") }
                    return "good"
                }
                // Behind the loops, each good one would have to wait for some of them.
                #expect(try await group.next() == "good")
            }
        }
    }

    private static var brief: ScriptLimits {
        var limits = ScriptLimits()
        limits.milliseconds = 100
        return limits
    }

    @Test("a process that computes without end is ended by the server, and one that does nothing is too", arguments: [true, false])
    func rogue(_ computes: Bool) async throws {
        let program = try ShellProgram(computes ? "while :; do :; done" : "read x; read x")
        let harness = ScriptHarness(processes: 1, limits: Self.brief) {
            $0.workers.program = program.path
            if !computes { $0.silence = .milliseconds(100) }
        }
        await #expect(throws: ScriptError(.time, "")) { try await harness.run("outcome = 'a'") }
        await harness.pool.close()
    }

    @Test("a process that waits for the disk or for a processor isn't late: what counts is what it computes")
    func slow() async throws {
        // Longer than all that a script of 100 ms and its process may compute.
        let program = try ShellProgram("sleep 2; exec '\(ScriptPool.siblingProgram)'")
        let harness = ScriptHarness(processes: 1, limits: Self.brief) { $0.workers.program = program.path }
        #expect(try await harness.outcome("outcome = 'ok'") == "ok")
        await harness.pool.close()
    }

    @Test("when too many wait, the next is told at once")
    func overload() async throws {
        var limits = ScriptLimits()
        // Long beside the pauses below, also on a busy machine.
        limits.milliseconds = 2000
        let harness = ScriptHarness(processes: 1, limits: limits) {
            $0.workers.waiting = 2
            $0.workers.waitingForOne = 1
            // What computes for two seconds takes more of the clock on a busy machine.
            $0.workers.patience = .seconds(300)
        }
        let busy = Task { try await harness.run("while (true) {}", as: "loop") }
        try await Task.sleep(for: .milliseconds(100))
        let waiting = Task { try await harness.outcome("outcome = 'a'", as: "a") }
        try await Task.sleep(for: .milliseconds(50))
        await #expect(throws: ScriptError(.overloaded, "")) { try await harness.run("outcome = 'a'", as: "a") }
        await #expect(throws: ScriptError(.time, "")) { try await busy.value }
        #expect(try await waiting.value == "a")
        await harness.pool.close()
    }

    @Test("who has waited for too long is told so")
    func patience() async throws {
        var limits = ScriptLimits()
        limits.milliseconds = 1000
        let harness = ScriptHarness(processes: 1, limits: limits) { $0.workers.patience = .milliseconds(50) }
        let busy = Task { try await harness.run("while (true) {}", as: "loop") }
        try await Task.sleep(for: .milliseconds(100))
        await #expect(throws: ScriptError(.overloaded, "")) { try await harness.run("outcome = 'a'", as: "a") }
        await #expect(throws: ScriptError(.time, "")) { try await busy.value }
        await harness.pool.close()
        await #expect(throws: ScriptError(.unavailable, "")) { try await harness.run("outcome = 'a'") }
    }

    @Test("a worn process is replaced, and nobody notices", .timeLimit(.minutes(1)))
    func worn() async throws {
        let program = try NamedProgram(ScriptPool.siblingProgram)
        let harness = ScriptHarness(processes: 1) {
            $0.workers.program = program.path
            $0.workers.uses = 3
        }
        var seen: Set<Int32> = []
        for _ in 0..<9 {
            #expect(try await harness.outcome("outcome = 'ok'") == "ok")
            seen.formUnion(program.processes)
        }
        #expect(seen.count >= 2)
        await harness.pool.close()
    }

    @Test("a check gives line and column of what is wrong")
    func check() async throws {
        try await ScriptHarness.with { harness in
            try await harness.pool.check(ScriptSource(name: "good", text: "outcome = 'a'; for each (var x in [1]) {}", generation: .legacy))
            let wrong = [("var a = 1;\nvar b = a +* 2;\n", 2, 12), ("if (a) {\n  b = ;\n}", 2, 7), ("f(", 1, 2), ("var 1a;", 1, 6)]
            for (text, line, column) in wrong {
                let error = await #expect(throws: ScriptError(.syntax, "")) {
                    try await harness.pool.check(ScriptSource(name: "bad", text: text, generation: .next))
                }
                #expect(error?.line == line, "\(text)")
                #expect(error?.column == column, "\(text)")
            }
        }
    }

    @Test("an exception tells where it was thrown")
    func place() async throws {
        try await ScriptHarness.with { harness in
            let error = await #expect(throws: ScriptError(.exception, "")) { try await harness.run("var a;\n\n  a.b.c = 1;") }
            #expect(error?.line == 3)
            #expect(error?.reason.contains("TypeError") == true)
        }
    }
}
