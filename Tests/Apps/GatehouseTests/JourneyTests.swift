import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Journeys in the terminal")
struct JourneyTests {
    /// An export of one journey, with a node that this server doesn't have.
    private static let export = """
        { "tree": { "_id": "Partner", "entryNodeId": "aaaaaaaa-0000-4000-8000-000000000001", "nodes": {
            "aaaaaaaa-0000-4000-8000-000000000001": { "nodeType": "UsernameCollectorNode", "displayName": "Name",
              "connections": { "outcome": "aaaaaaaa-0000-4000-8000-000000000002" } },
            "aaaaaaaa-0000-4000-8000-000000000002": { "nodeType": "OnfidoCheckNode", "displayName": "Documents",
              "connections": { "Pass": "70e691a5-1e33-4ac3-a356-e7b6d60d92e0" } } } },
          "nodes": { "aaaaaaaa-0000-4000-8000-000000000001": { "_type": { "_id": "UsernameCollectorNode" } },
            "aaaaaaaa-0000-4000-8000-000000000002": { "_type": { "_id": "OnfidoCheckNode" }, "region": "EU" } } }
        """

    @Test("a foreign export is imported with a report, replaced only when asked to, and exported again")
    func foreign() async throws {
        try await withData { data async throws in
            let dry = try await data("journey", "import", "-", "--dry-run", "--json", input: Self.export)
            #expect(dry.code == 0 && dry.json?["done"] == false)
            let findings = dry.json?["findings"]?.array ?? []
            #expect(findings.contains { $0["kind"] == "OnfidoCheckNode" && $0["level"] == "warning" })
            #expect(try await data("journey", "show", "Partner").code == 1, "a dry run stores nothing")
            #expect(try await data("journey", "import", "-", input: Self.export).code == 0)
            let changed = Self.export.replacing("\"EU\"", with: "\"US\"")
            let held = try await data("journey", "import", "-", input: changed)
            #expect(held.code == 1 && held.output.contains("\"EU\"") == false && held.output.contains("EU → US"))
            let replaced = try await data("journey", "import", "-", "--replace", "--json", input: changed)
            #expect(replaced.code == 0 && replaced.firstChange == "replace")
            let file = try await data("journey", "export", "Partner", "--format", "pingam")
            let node = file.json?["trees"]?["Partner"]?["nodes"]?["aaaaaaaa-0000-4000-8000-000000000002"]
            #expect(node?["region"] == "US")
            let yaml = try await data("journey", "export", "Partner", "--format", "yaml").output
            #expect(try await data("journey", "import", "-", "--json", input: yaml).firstChange == "leave unchanged")
        }
    }

    @Test("a folder is imported whole; scripts stand in files beside")
    func folder() async throws {
        let directory = try TemporaryDirectory()
        let script = """
            { "_id": "11111111-2222-4333-8444-555555555555", "name": "Beside", "script": "file://beside.js",
              "context": "LIBRARY", "evaluatorVersion": "2.0", "language": "JAVASCRIPT" }
            """
        for (name, text) in [("Partner.json", Self.export), ("script.json", script), ("beside.js", "exports.x = 1;")] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: directory.path + "/" + name))
        }
        try await withData { data async throws in
            let all = try await data("journey", "import", directory.path, "--json")
            #expect(all.json?["changes"]?.array?.map { $0["name"] } == ["Beside", "Partner"], "\(all.output) \(all.complaints)")
            #expect(try await data("script", "show", "Beside", "--json").json?["script"] == "exports.x = 1;")
            let written = try await data("journey", "export", "--all", "--format", "yaml", "--directory", directory.path + "/out")
            let stored = try await data("journey", "list", "--json").json?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(written.output.split(separator: "\n").map(String.init) == stored.map { "\(directory.path)/out/\($0).yaml" })
        }
        directory.remove()
    }

    @Test("check says lines, and ends with 1 when there is an error")
    func check() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/x.yaml"
        let text = "name: X\nstart: ask\nnodes:\n  ask: { username: {}, next: nowhere }\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let broken = try await Program.run("journey", "check", path)
        #expect(broken.code == 1)
        #expect(broken.complaints == ["\(path):4:24: error: nodes.ask.outcome: there is no node nowhere"])
        let sound = try await Program.run("journey", "check", "-", "--json", input: text.replacing("nowhere", with: "success"))
        #expect(sound.code == 0 && sound.json?["sound"] == true)
        #expect(try await Program.run("journey", "check", path, "--client", "windows-phone").code == 64)
        let graph = try await Program.run("journey", "graph", "-", input: text.replacing("nowhere", with: "success"))
        #expect(graph.code == 0 && graph.output.hasPrefix("<svg"))
        directory.remove()
    }

    @Test("run, trace, record and replay")
    func trace() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/login.trace.json"
        try await withData { data async throws in
            #expect(try await data("user", "create", "tracy", "--password-stdin", input: "correct horse battery\n").code == 0)
            let journey = "sdkUsernamePasswordJourney"
            let answers = "tracy\ncorrect horse battery\n"
            let run = try await data("journey", "run", journey, "--json", input: answers)
            #expect(run.code == 0 && run.json?["end"] == "success", "\(run.output) \(run.complaints)")
            #expect(try await data("journey", "run", journey, input: "tracy\nwrong\n").code == 1)
            let traced = try await data("journey", "trace", journey, "--record", file, input: answers)
            #expect(traced.code == 0 && traced.output.contains("dataStoreDecision → true") && traced.output.contains("‹redacted›"))
            let recording = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!recording.contains("battery") && !traced.output.contains("battery"))
            let same = try await data("journey", "trace", "--replay", file, input: "correct horse battery\n")
            #expect(same.code == 0 && same.output.contains("the same as recorded"), "\(same.output) \(same.complaints)")
            let other = try await data("journey", "trace", "--replay", file, "--json", input: "wrong\n")
            #expect(other.code == 1 && other.json?["difference"]?.string?.contains("recorded: → true") == true)
            #expect(try await data("session", "list", "tracy", "--json").json?.array?.isEmpty != false, "a run makes no session")
        }
        directory.remove()
    }
}
