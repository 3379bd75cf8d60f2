#if os(Linux)
import Foundation
import Primitives
import ScriptMessages
import Testing

@testable import Scripting
import WorkerTesting
import Workers

@Suite("Script processes are confined")
struct ConfinementTests {
    @Test("no thread of a confined process gets anything that it doesn't need, and each gets what it needs")
    func probed() throws {
        let attempts = try Probe.run([]).map { line in line.split(separator: " ", maxSplits: 2).map(String.init) }
        let threads = Dictionary(grouping: attempts) { $0[0] }
        #expect(threads.count == 4)
        for (thread, attempts) in threads {
            let refused = attempts.filter { $0[2] == "refused" }.map { $0[1] }
            for attempt in attempts where attempt[1].hasPrefix("may_") != (attempt[2] == "done") {
                Issue.record("thread \(thread): \(attempt[1]) was \(attempt[2])")
            }
            // One of each kind, so that a probe that stops early doesn't pass.
            for name in [
                "openat", "socket", "clone", "execve", "kill", "tgkill", "ptrace", "mmap_code", "mprotect_code", "io_uring_setup", "bpf",
            ] {
                #expect(refused.contains(name), "\(name) on thread \(thread)")
            }
            #expect(attempts.count == threads["0"]?.count && refused.count > 90)
        }
    }

    @Test("every thread of a process that runs scripts has the filter, and no memory is both written and run")
    func process() async throws {
        let program = try NamedProgram(ScriptPool.siblingProgram)
        let harness = ScriptHarness(processes: 1) { $0.workers.program = program.path }
        #expect(try await harness.outcome("outcome = 'fine'") == "fine")
        for process in program.processes {
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            #expect(threads.count > 1)
            for thread in threads {
                let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8).split(separator: "\n")
                #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "thread \(thread)")
            }
            let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
            #expect(!maps.isEmpty && !maps.split(separator: "\n").contains { $0.contains(" rwx") || $0.contains(" -wx") })
        }
        await harness.pool.close()
    }

    @Test("where the kernel has no seccomp, scripts run only if the operator says so", arguments: [false, true])
    func without(_ isAllowed: Bool) async throws {
        let program = try Probe.programWithoutSeccomp()
        let harness = ScriptHarness(processes: 1) {
            $0.workers.program = program.path
            $0.workers.allowsUnconfined = isAllowed
        }
        if isAllowed {
            #expect(try await harness.outcome("outcome = 'fine'") == "fine")
        } else {
            let error = await #expect(throws: ScriptError.self) { try await harness.outcome("outcome = 'fine'") }
            #expect(error?.code == .unavailable && error?.reason.contains("script-unconfined") == true)
        }
        await harness.pool.close()
    }

    @Test("what the interpreter does seldom, it can still do: much garbage, long scripts, dates, and texts of all languages")
    func interpreter() async throws {
        var limits = ScriptLimits()
        (limits.milliseconds, limits.mebibytes) = (20_000, 512)
        let garbage = "let a = []; for (let i = 0; i < 3e5; i++) { a = [a.length, { i, text: 'x' + i }] } outcome = 'done'"
        let long = "let n = 0;\n" + String(repeating: "n += 1; function f() { return n }\n", count: 20_000) + "outcome = String(n)"
        let texts = """
            const d = new Date(0).toLocaleString() + new Intl.DateTimeFormat('de').format(new Date(0)) + (1234.5).toLocaleString('fr');
            outcome = ['ß'.toUpperCase(), 'é'.normalize('NFD').length, 'a'.localeCompare('ä', 'de') < 0, d.length > 0].join()
            """
        let sorted = "const a = Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 100003); a.sort((x, y) => x - y); outcome = String(a[0])"
        for _ in 0..<3 {
            try await ScriptHarness.with(processes: 1, limits: limits) { harness in
                let outcomes = [
                    try await harness.outcome(garbage), try await harness.outcome(long), try await harness.outcome(texts),
                    try await harness.outcome(sorted),
                ]
                #expect(outcomes == ["done", "20000", "SS,2,true,true", "0"])
            }
        }
    }
}

/// The program that tries things, which lies beside the one that runs scripts.
private enum Probe {
    static var path: String {
        URL(fileURLWithPath: ScriptPool.siblingProgram).deletingLastPathComponent().appendingPathComponent("confinement-probe").path
    }

    /// Its lines.
    static func run(_ arguments: [String]) throws -> [Substring] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        (process.arguments, process.standardOutput, process.standardInput) = (arguments, output, FileHandle.nullDevice)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    /// A program that is the one that runs scripts, on a kernel that seems to have no seccomp.
    static func programWithoutSeccomp() throws -> ShellProgram {
        try ShellProgram("exec '\(path)' without-seccomp '\(ScriptPool.siblingProgram)' \"$@\"")
    }
}
#endif
