import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import ScriptMessages
import Testing

@testable import JourneyEngine

@Suite("Nodes whose settings a script makes")
struct ConfigProviderTests {
    private func outcome(
        _ node: String, _ script: String, outcomes: [String], _ generation: ScriptSource.Generation = .next, _ answers: JSONValue?...
    ) async throws -> String? {
        var found: String?
        try await SocialHarness.with { harness in
            try await harness.save(script, as: "Configure", generation)
            let connections = outcomes + ["CONFIGURATION_FAILED"]
            let ends = connections.map {
                "  \"at-\($0)\": { message: { message: \"\($0)\" }, \"true\": success, \"false\": failure }\n"
            }
            let named = connections.map { ", \"\($0)\": \"at-\($0)\"" }.joined()
            try await harness.base.add(
                "name: Single\nstart: only\nnoSession: true\nnodes:\n  only: { configProvider: { script: Configure, \(node) }\(named) }\n"
                    + ends.joined())
            let step = try await harness.base.step("Single")
            found = try answers.isEmpty ? step.message : await harness.base.send(step.answered(answers)).step.message
        }
        return found
    }

    @Test("the node asks as it is told to, and its outcomes lead on", arguments: [(0, "true"), (1, "false")])
    func asks(_ answer: Int64, _ expected: String) async throws {
        let script = "config = { message: { en: 'Hello ' + realm }, messageYes: { en: 'Oh yes' } };"
        #expect(
            try await outcome("nodeType: MessageNode", script, outcomes: ["true", "false"], .next, nil, .integer(answer)) == expected)
        #expect(try await outcome("nodeType: MessageNode", script, outcomes: ["true", "false"]) == "Hello /alpha")
    }

    @Test("a script sees the keys of the state that the node names", arguments: [("realm", "in /alpha"), ("other", "in null")])
    func inputs(_ input: String, _ expected: String) async throws {
        let script = "config = { message: { en: 'in ' + nodeState.get('realm') } };"
        let node = "nodeType: MessageNode, scriptInputs: [ \(input) ]"
        #expect(try await outcome(node, script, outcomes: ["true", "false"]) == expected)
    }

    @Test("scripts of the old generation, and texts for numbers")
    func legacy() async throws {
        let script = "config = { percentageA: '100', unknownToUs: 'x' };"
        #expect(try await outcome("nodeType: FlowControlNode", script, outcomes: ["A", "B"], .legacy) == "A")
    }

    @Test("outcomes that depend on the settings are named")
    func named() async throws {
        let node = "nodeType: choice, outcomes: [ In, Out ]"
        let script = "config = { prompt: 'Way?', choices: ['In', 'Out'], defaultChoice: 'In' };"
        #expect(try await outcome(node, script, outcomes: ["In", "Out"], .next, 1) == "Out")
    }

    @Test(
        "what makes no settings is the outcome CONFIGURATION_FAILED",
        arguments: ["throw new Error('x')", "config = 1", "", "config = { percentageA: 200 };", "action.goTo('A')", "while (true) {}"])
    func failing(_ script: String) async throws {
        #expect(try await outcome("nodeType: FlowControlNode", script, outcomes: ["A", "B"]) == "CONFIGURATION_FAILED")
    }

    @Test("settings stay what they were while the node asks")
    func kept() async throws {
        try await SocialHarness.with { harness in
            try await harness.save("config = { choices: ['In', 'Out'], prompt: 'Way?', defaultChoice: 'In' };", as: "Configure")
            try await harness.base.add(
                """
                name: Single
                start: only
                noSession: true
                nodes:
                  only:
                    configProvider: { script: Configure, nodeType: choice, outcomes: [ In, Out ] }
                    In: in
                    Out: out
                    CONFIGURATION_FAILED: failure
                  in: { message: { message: in }, "true": success, "false": failure }
                  out: { message: { message: out }, "true": success, "false": failure }
                """)
            let step = try await harness.base.step("Single")
            try await harness.save("config = { choices: ['Out', 'In'], prompt: 'Way?', defaultChoice: 'In' };", as: "Other")
            let message = try await harness.base.send(step, 1).step.message
            #expect(message == "out")
        }
    }

    @Test("kinds that can't be imitated make no journey", arguments: ["page", "innerTree", "configProvider", "foreign", "NoSuchNode"])
    func refused(_ kind: String) {
        #expect(throws: JourneyDefinitionError.self) {
            try JourneyDefinition(
                text: Journeys.single("configProvider: { nodeType: \(kind), script: x, outcomes: [ a ] }", "a", "CONFIGURATION_FAILED"))
        }
    }
}
