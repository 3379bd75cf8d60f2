import AMFormat
import Foundation
import JourneyMessages
import JourneyModel
import JourneyTransfer
import Primitives
import ScriptMessages
import Testing

@testable import JourneyEngine
import SignIn

@Suite("Import of AM's files")
struct ImportTests {
    @Test("the five forms give the same journey and script", arguments: AMFiles.forms.map(\.name))
    func forms(_ name: String) throws {
        let files = try #require(AMFiles.forms.first { $0.name == name }).files
        let read = JourneyImport(files)
        #expect(read.findings.filter { $0.level == .error } == [], "\(read.findings)")
        let journey = try #require(read.journeys.first)
        let first = try #require(JourneyImport(AMFiles.forms[0].files).journeys.first)
        #expect(Self.withoutBrought(journey) == Self.withoutBrought(first))
        #expect(read.scripts.map(\.text) == [AMFiles.source] && read.scripts.map(\.generation) == [.next])
    }

    @Test("what is imported is what the file says")
    func meaning() throws {
        let journey = try #require(JourneyImport(AMFiles.forms[0].files).journeys.first)
        #expect(journey.traits.timeout == 7 && journey.traits.description == nil && journey.traits.isEnabled)
        #expect(journey.start == .node(AMFiles.page))
        #expect((journey.node(AMFiles.retries)?.node as? RetryLimitDecision)?.limit == 5)
        #expect(journey.node(AMFiles.retries)?.connections["Retry"] == .node(AMFiles.page))
        let page = try #require(journey.node(AMFiles.page)?.node as? Page)
        #expect(page.children.map(\.kind.alias) == ["platformUsername", "platformPassword"])
        #expect(page.stage == nil && page.header.text(for: ["de"]) == "Anmelden")
        #expect(journey.node(AMFiles.stray) == nil, "nothing leads to it")
    }

    @Test("everything that isn't supported is said, with its place")
    func findings() {
        let findings = JourneyImport(AMFiles.forms[0].files).findings
        func level(_ node: String?, _ member: String?) -> ImportFinding.Level? {
            findings.first { $0.node == node && $0.member == member }?.level
        }
        #expect(level(AMFiles.partner, nil) == .warning)
        #expect(level(AMFiles.partner, "apiToken") == .warning, "a secret that is not in the file")
        #expect(level(AMFiles.retries, "Perhaps") == .warning)
        #expect(level(AMFiles.stray, nil) == .note)
        #expect(level(nil, "colour") == .warning, "the graph itself")
        #expect(findings.contains { $0.subject == "emailTemplates welcome" && $0.level == .note })
        #expect(findings.allSatisfy { !$0.description.isEmpty && $0.json["reason"] != nil })
    }

    @Test("a run goes on to the node that this server doesn't have, and ends there")
    func unknownNode() async throws {
        let harness = try await JourneyHarness()
        let journey = try #require(JourneyImport(AMFiles.forms[0].files).journeys.first)
        // The script would have to run: the partner's node stands in its place.
        var json = try #require(journey.json.object)
        json[path: ["nodes", AMFiles.check, "outcomes", "true"]] = .string(AMFiles.partner)
        json[path: ["nodes", AMFiles.decision]] = nil
        try await harness.engine.save(try JourneyDefinition(json: .object(json)), in: harness.realm)
        let step = try await harness.step("Office")
        #expect(step.types == [.name, .password] && step.header == "Sign in")
        #expect(await harness.error { try await harness.send(step, "demo", "Ch4ng3it!") } == JourneyRunError(.internal))
    }

    @Test("the source of a script is the same in every encoding")
    func encodings() throws {
        let source = "var a = 1;\noutcome = \"\\u00e9\" + a;"
        let encodings: [JSONValue] = [
            .string(Data(source.utf8).base64EncodedString()), .string(JSONValue.string(source).text),
            .array(source.split(separator: "\n").map { .string(String($0)) }), "file://check.js", .string(source), ["file": "check.js"],
        ]
        for encoding in encodings {
            let text = try ScriptText.source(encoding) { $0 == "check.js" ? Array(source.utf8) : nil }
            #expect(text == source)
        }
    }

    @Test(
        "a script's file stands beside the one that names it, and nowhere else",
        arguments: ["../secret.js", "/etc/passwd", "a/../../b.js", "", "a//b.js", "a\\b.js", "./x.js"])
    func attachment(_ name: String) {
        #expect(throws: ScriptText.Unreadable.self) { try ScriptText.source(.string("file://" + name)) { _ in Array("x".utf8) } }
    }

    @Test("a script in another language is kept, and said")
    func groovy() throws {
        let file = AMFiles.changed { $0[path: ["scripts", AMFiles.script, "language"]] = "GROOVY" }
        let read = JourneyImport([file])
        #expect(read.scripts.isEmpty)
        #expect(read.findings.contains { $0.level == .warning && $0.subject == "script Check Office Hours" })
        let entry = JourneyExport(scripts: [], carried: read.carried).file(read.journeys)["trees"]?["Office"]
        #expect(entry?["scripts"]?[AMFiles.script]?["language"] == "GROOVY")
    }

    @Test("secrets that anybody could read are dropped")
    func openSecrets() throws {
        let file = AMFiles.changed {
            $0[path: ["tree", "nodes", AMFiles.partner, "nodeType"]] = "LdapDecisionNode"
            $0[path: ["nodes", AMFiles.partner, "adminPassword"]] = "hunter2"
            $0[path: ["socialIdentityProviders", "google", "clientSecret"]] = "hunter2"
        }
        let read = JourneyImport([file])
        #expect(
            !read.journeys.contains { $0.json.text.contains("hunter2") } && !read.carried.contains { $0.value.text.contains("hunter2") })
        #expect(read.findings.contains { $0.node == AMFiles.partner && $0.member == "adminPassword" })
        #expect(read.findings.contains { $0.member == "clientSecret" })
        #expect(!read.findings.contains { $0.description.contains("hunter2") })
    }

    @Test("a journey that only transactions may use is no way to sign in")
    func transactional() throws {
        let file = AMFiles.changed { $0[path: ["tree", "transactionalOnly"]] = true }
        let read = JourneyImport([file])
        let journey = try #require(read.journeys.first)
        #expect(journey.traits.isTransactional)
        let tree = JourneyExport(scripts: [], carried: []).file([journey])["trees"]?["Office"]?["tree"]
        #expect(tree?["transactionalOnly"] == true && tree?["enabled"] == true)
    }

    @Test("a loop that never waits, and a name that is none, leave the journey out")
    func refused() {
        let loop = AMFiles.changed {
            $0[path: ["tree", "nodes", AMFiles.retries, "connections", "Retry"]] = .string(AMFiles.check)
        }
        let name = AMFiles.changed { $0[path: ["tree", "_id"]] = "" }
        #expect(JourneyImport([loop]).journeys.isEmpty)
        #expect(JourneyImport([loop]).findings.contains { $0.level == .error && $0.reason.contains("loop") })
        var entry = AMFiles.entry
        entry[path: ["tree", "_id"]] = .string(String(repeating: "x", count: 200))
        #expect(JourneyImport([AMFiles.file("x.json", entry)]).journeys.isEmpty)
        #expect(JourneyImport([name]).journeys.map(\.name) == ["Office"], "the place in the file names it")
    }

    /// Only the forms A and B bring along what isn't a node or a script.
    private static func withoutBrought(_ journey: JourneyDefinition) -> JSONValue {
        var json = journey.json.object ?? JSONObject()
        json[path: ["kept", "brought"]] = nil
        return .object(json)
    }
}
