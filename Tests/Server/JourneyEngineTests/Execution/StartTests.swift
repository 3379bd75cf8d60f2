import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import SignIn
import Directory

@Suite("Starting and going on")
struct StartTests {
    @Test("a journey that the realm doesn't have", arguments: ["Nothing", "", "login", String(repeating: "x", count: 1000)])
    func unknown(_ name: String) async throws {
        let harness = try await JourneyHarness()
        #expect(await harness.error { try await harness.start(name) } == JourneyRunError(.unknownJourney))
    }

    @Test("a journey that is switched off or only for inside", arguments: ["enabled: false", "innerTreeOnly: true"])
    func disabled(_ flag: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add("\(flag)\n" + Journeys.messageAfterPassword)
        #expect(await harness.error { try await harness.start("MessageAfterPassword") } == JourneyRunError(.disabled))
    }

    @Test("a stored definition that is of no use is the server's fault")
    func broken() async throws {
        let harness = try await JourneyHarness()
        try await harness.domain.signIn.journeys.save(["name": "Broken"], named: "Broken", in: harness.realm.id)
        #expect(await harness.error { try await harness.start("Broken") } == JourneyRunError(.internal))
    }

    @Test("a new version of a journey runs at once")
    func changed() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("message: { message: Old }", "true", "false"))
        #expect(try await harness.step("Single").message == "Old")
        try await harness.add(Journeys.single("message: { message: New }", "true", "false"))
        #expect(try await harness.step("Single").message == "New")
    }

    @Test("a run asks two hundred steps and no more")
    func steps() async throws {
        let harness = try await JourneyHarness()
        var step = try await harness.step("sdkUsernamePasswordJourney")
        for _ in 1..<200 { step = try await harness.send(step).step }
        let last = step
        #expect(await harness.error { try await harness.send(last) } == JourneyRunError(.tooManySteps))
    }

    @Test("journeys that go round in each other without asking come to an end")
    func endless() async throws {
        let harness = try await JourneyHarness()
        for (name, other) in [("A", "B"), ("B", "A")] {
            try await harness.add(
                "name: \(name)\nstart: in\nnodes: { in: { innerTree: { tree: \(other) }, \"true\": in, \"false\": in } }")
        }
        #expect(await harness.error { try await harness.start("A") } == JourneyRunError(.internal))
        try await harness.add("name: Round\nstart: in\nnodes: { in: { innerTree: { tree: Yes }, \"true\": in, \"false\": failure } }")
        try await harness.add("name: Yes\nstart: a\nnodes: { a: { retryLimitDecision: {}, Retry: success, Reject: success } }")
        #expect(await harness.error { try await harness.start("Round") } == JourneyRunError(.tooManySteps))
    }

    @Test("a page's texts come in the client's language")
    func header() async throws {
        var harness = try await JourneyHarness()
        harness.client.languages = ["de"]
        #expect(try await harness.step("Login").header == "Anmelden")
    }

    @Test("outside of a page callbacks have no index, and the step no stage")
    func withoutPage() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.twoSteps)
        let step = try await harness.step("TwoSteps")
        #expect(step.callbacks.map(\.pageIndex) == [nil])
        #expect(step.stage == nil && step.header == nil)
    }
}
