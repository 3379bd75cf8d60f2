import Foundation
import Primitives
import ScriptMessages
import Scripting
import Testing
import WorkerTesting
import Workers

/// What scripts may try, and that the next run is as if nothing had been.
@Suite("Hostile scripts")
struct HostileTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let codes: [ScriptError.Code]
        var testDescription: String { name }
    }

    static let attacks = [
        Attack(name: "an infinite loop", text: "while (true) {}", codes: [.time]),
        Attack(name: "an infinite loop in a conversion", text: "outcome = { toString() { while (true) {} } }", codes: [.time]),
        Attack(name: "endless promises", text: "const p = Promise.resolve(); (function f() { p.then(f) })()", codes: [.time]),
        Attack(name: "a catastrophic regular expression", text: "/^(a+)+$/.test('a'.repeat(40) + 'b')", codes: [.time]),
        Attack(
            name: "many small arrays", text: "const a = []; while (true) a.push(new Array(1000).fill(a.length))",
            codes: [.memory, .exception]),
        Attack(name: "a doubling string", text: "let s = 'xy'; while (true) s += s; outcome = s[0]", codes: [.memory, .exception, .time]),
        Attack(name: "a huge string cut up", text: "'a'.repeat(2 ** 30).split('')", codes: [.memory, .exception]),
        Attack(
            name: "typed arrays", text: "const a = []; while (true) a.push(new Uint8Array(1 << 20).fill(1))", codes: [.memory, .exception]),
        Attack(name: "deep recursion", text: "(function f() { f() })()", codes: [.exception]),
        Attack(
            name: "deep JSON", text: "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; nodeState.putShared('a', a)",
            codes: [.exception, .time]),
        Attack(name: "a huge result", text: "outcome = 'x'.repeat(1 << 20)", codes: [.result]),
        Attack(name: "a result that is no JSON", text: "outcome = '\\ud800'; nodeState.putShared('\\udfff', 1)", codes: [.result]),
        Attack(name: "waiting for ever", text: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)", codes: [.exception]),
        Attack(name: "an exception without text", text: "throw { toString() { throw 1 } }", codes: [.exception]),
        Attack(name: "asking without end", text: "while (true) idRepository.getIdentity('x').exists()", codes: [.exception]),
    ]

    @Test("are stopped, and the next script runs", arguments: attacks)
    func stopped(_ attack: Attack) async throws {
        var limits = ScriptLimits()
        // What runs out of something else does so first, also on a busy machine.
        limits.milliseconds = attack.codes == [.time] ? 300 : 3000
        limits.mebibytes = 128
        try await ScriptHarness.with(limits: limits, answers: ["identity.find": .null]) { harness in
            let error = await #expect(throws: ScriptError.self) { try await harness.run(attack.text) }
            #expect(error.map { attack.codes.contains($0.code) } == true, "\(String(describing: error))")
            let next = try await harness.outcome("outcome = 'fine'", as: "another")
            #expect(next == "fine")
        }
    }

    @Test("what one changes in the built-in objects, the next doesn't see", arguments: ScriptSource.Generation.allCases)
    func tampering(_ generation: ScriptSource.Generation) async throws {
        let tampering = """
            Object.prototype.leak = 'leaked'; Array.prototype.map = null; JSON.stringify = function () { return '1' };
            String.prototype.equals = function () { return true }; globalThis.secret = 'leaked'; Object.freeze(Array.prototype);
            Function.prototype.call = null; Object.defineProperty(Object.prototype, 'outcome', { value: 'leaked', writable: true });
            """
        try await ScriptHarness.with(processes: 2) { harness in
            for _ in 0..<4 { _ = try? await harness.run(tampering, generation) }
            for _ in 0..<4 {
                let found = try await harness.outcome(
                    "var found = [{}.leak, typeof secret, typeof Array.prototype.map, 'a'.equals('b'), JSON.stringify([1])];"
                        + "outcome = found.join(' ')", generation)
                #expect(found == " undefined function false [1]")
            }
        }
    }

    @Test("log no more than they may, and the last line says so")
    func logging() async throws {
        try await ScriptHarness.with { harness in
            try await harness.run("for (let i = 0; i < 1000; i++) logger.info('line {}', i)")
            #expect(harness.host.lines.count == ScriptLimits().logLines)
            #expect(harness.host.lines.last?.level == .warn)
            #expect(harness.host.lines.first == ScriptLogLine(.info, "line 0"))
        }
        try await ScriptHarness.with { harness in
            try await harness.run("logger.info('x'.repeat(1e6)); logger.info('more')")
            #expect(harness.host.lines.map(\.level) == [.warn])
        }
    }

    @Test("have no files, no network, no other programs and no timers")
    func nothingElse() async throws {
        try await ScriptHarness.with { harness in
            let names = [
                "require", "fetch", "XMLHttpRequest", "process", "setTimeout", "console", "load", "readFile", "WebAssembly", "Deno",
            ]
            let kinds = try await harness.outcome("outcome = [\(names.map { "typeof \($0)" }.joined(separator: ","))].join()", .legacy)
            #expect(kinds == Array(repeating: "undefined", count: names.count).joined(separator: ","))
        }
    }

    @Test("a process that is killed in the middle of a run fails that run and no other; none is left", .timeLimit(.minutes(1)))
    func killed() async throws {
        let program = try NamedProgram(ScriptPool.siblingProgram)
        let harness = ScriptHarness { $0.workers.program = program.path }
        let victim = Task { try await harness.run("while (true) {}", as: "victim") }
        for process in try await program.waitFor(1) { kill(process, SIGKILL) }
        let error = await #expect(throws: ScriptError.self) { try await victim.value }
        #expect(error == ScriptError(.crashed, ""))
        #expect(try await harness.outcome("outcome = 'fine'") == "fine")
        for process in program.processes { kill(process, SIGKILL) }
        // That an idle process died is known as soon as the end of its line is.
        _ = try await program.waitFor(0)
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await harness.outcome("outcome = 'fine'") == "fine")
        await harness.pool.close()
        _ = try await program.waitFor(0)
    }

    @Test("without the program there is a clear error")
    func unavailable() async throws {
        let harness = ScriptHarness { $0.workers.program = "/nonexistent/gatehouse-script" }
        let error = await #expect(throws: ScriptError.self) { try await harness.run("outcome = 1") }
        #expect(error == ScriptError(.unavailable, ""))
        #expect(error?.reason.contains("/nonexistent/gatehouse-script") == true)
    }
}
