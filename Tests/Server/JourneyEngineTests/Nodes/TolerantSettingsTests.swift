import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine

/// Settings that exports of real tenants carry, and that AM runs with.
@Suite("Settings that are odd and run")
struct TolerantSettingsTests {
    @Test("a default outside the choices: the first is picked at first, and the check warns")
    func defaultChoice() async throws {
        let text = Journeys.single("choice: { prompt: Which way?, choices: [ In, Out ], defaultChoice: Elsewhere }", "In", "Out")
        let harness = try await JourneyHarness()
        try await harness.add(text)
        guard case .choice(let question) = try await harness.step("Single").callbacks[0].kind else { throw UnexpectedReply() }
        #expect(question.defaultChoice == 0)
        let findings = JourneyCheck(text: text).findings
        #expect(findings.map(\.path) == ["nodes.only.defaultChoice"] && findings[0].level == .warning)
    }

    @Test("empty maps of texts are the node's own texts")
    func emptyTexts() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("message: { message: {}, messageYes: {}, messageNo: {} }", "true", "false"))
        let step = try await harness.step("Single")
        #expect(step.message == "Default message")
        guard case .confirmation(let question) = step.callbacks[1].kind else { throw UnexpectedReply() }
        #expect(question.options == ["Yes", "No"])
    }

    @Test(
        "a time of 0 is the default, for every node that waits for a device",
        arguments: ["deviceSigningVerifier", "deviceBinding", "webAuthnRegistration", "webAuthnAuthentication"])
    func timeout(_ alias: String) throws {
        let kind = try #require(NodeCatalogue.standard.kind(alias))
        var reader = JourneyReader(.standard)
        let node = kind.node(["timeout": 0], &reader, at: "only")
        #expect(reader.problems.isEmpty, "\(reader.problems)")
        #expect(node.cautions.map(\.setting) == ["timeout"])
        #expect(AnswerTime(setting: 0)?.seconds == 60 && AnswerTime(setting: 5)?.seconds == 5)
    }
}
