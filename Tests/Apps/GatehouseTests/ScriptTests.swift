import Foundation
import Primitives
import ServerTesting
import Testing

@testable import gatehouse

@Suite("Scripts in the terminal")
struct ScriptTests {
    @Test("a script from the cradle to the grave")
    func life() async throws {
        try await withData { data async throws in
            let text =
                "logger.info('seen {}', nodeState.get('username')); outcome = nodeState.get('username') === 'demo' ? 'true' : 'false'"
            let saved = try await data("script", "save", "Check", "-", "--description", "who", "--json", input: text)
            #expect(saved.json?["change"] == "add")
            let again = try await data("script", "save", "Check", "-", "--json", input: text)
            #expect(again.json?["change"] == "replace" && again.json?["_id"] == saved.json?["_id"])
            let shown = try await data("script", "show", "Check", "--json")
            #expect(
                shown.json?["script"] == .string(text) && shown.json?["evaluatorVersion"] == "2.0" && shown.json?["description"] == "who")
            let list = try await data("script", "list", "--json")
            #expect(list.json?.array?.map { $0["name"] } == ["Check"])
            let state = #"{"state": {"shared": {"username": "demo"}}}"#
            let run = try await data("script", "run", "Check", "--state", "-", "--json", input: state)
            #expect(run.json?["decision"]?["outcome"] == "true" && run.json?["log"] == [["level": "info", "text": "seen demo"]])
            #expect(try await data("script", "delete", "Check").code == 1, "nobody said yes")
            #expect(try await data("script", "delete", "Check", "--yes").code == 0)
            #expect(try await data("script", "show", "Check").code == 1)
        }
    }

    @Test("a script that doesn't compile is refused with its place")
    func check() async throws {
        let bad = try await Program.run("script", "check", "-", input: "var a;\nvar b = a +* 2;\n")
        #expect(bad.code == 1)
        #expect(bad.complaints.contains { $0.contains("-:2:12: SyntaxError") }, "\(bad.complaints)")
        let json = try await Program.run("script", "check", "-", "--json", input: "if (")
        #expect(json.code == 1 && json.json?.array?.first?["line"] == 1)
        #expect(try await Program.run("script", "check", "-", input: "outcome = 'true'").code == 0)
        try await withData { data async throws in
            let refused = try await data("script", "save", "Bad", "-", input: "outcome = ;")
            #expect(refused.code == 1)
            #expect(try await data("script", "list", "--json").json == [])
        }
    }

    @Test("every command that runs scripts does so by the server's settings")
    func settings() async throws {
        let directory = try TemporaryDirectory()
        let (settings, script) = (directory.path + "/settings.json", directory.path + "/loop.js")
        try "script-program: \(directory.path)/missing\n".write(toFile: settings, atomically: true, encoding: .utf8)
        try "for (;;) {}".write(toFile: script, atomically: true, encoding: .utf8)
        try await withData { data async throws in
            #expect(try await data("script", "save", "Loop", script).code == 0)
            for answer in [
                try await Program.run("script", "check", script, "--config", settings),
                try await data("script", "run", "Loop", "--config", settings),
                try await data("script", "save", "Loop", script, "--config", settings),
            ] { #expect(answer.code == 1 && answer.complaints.contains { $0.contains("missing") }, "\(answer.complaints)") }
        }
        directory.remove()
    }
}
