import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Sessions
import Directory

@Suite("Inner journeys")
struct InnerJourneyTests {
    private static let ends: [(JSONValue, String)] = [(0, "outer true"), (1, "outer false")]

    @Test("success and failure of the inner journey are outcomes", arguments: ends)
    func outcomes(_ button: JSONValue, _ message: String) async throws {
        let harness = try await JourneyHarness()
        let inner = try JourneyDefinition("Single") {
            $0.isInnerOnly = true
        } nodes: {
            MessageNode().at("only").yes(.success).no(.failure)
        }
        try await harness.engine.save(inner, in: harness.realm)
        try await harness.add(Journeys.outer)
        let step = try await harness.step("Outer")
        #expect(step.message == "Default message")
        #expect(try await harness.send(step, nil, button).step.message == message)
    }

    @Test("who proved who they are inside is signed in outside")
    func signsIn() async throws {
        let harness = try await JourneyHarness()
        let around = try JourneyDefinition("Around") {
            InnerTreeEvaluator().set(\.tree, "Login").at("inner").yes(.success).no(.failure)
        }
        try await harness.engine.save(around, in: harness.realm)
        let session = try await harness.login("Around").success.session
        #expect(session?.journey == "Around" && session?.user == harness.user.id)
    }

    @Test(
        "a journey that is missing, switched off or stands in itself is the server's fault, not a success",
        arguments: [
            "", "name: Single\nenabled: false\nstart: success\nnodes:\n  only: { message: {}, \"true\": success, \"false\": failure }",
            "name: Single\nstart: only\nnodes:\n  only: { innerTree: { tree: Single }, \"true\": success, \"false\": failure }",
        ])
    func broken(_ inner: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.outer)
        if let journey = try? JourneyDefinition(text: inner) { try await harness.engine.save(journey, in: harness.realm) }
        #expect(await harness.error { try await harness.start("Outer") } == JourneyRunError(.internal))
    }

    @Test(
        "a node inside that can't go on is an outcome, where the journey around it asks for that; else it ends the run",
        arguments: [true, false])
    func error(_ hasOutcome: Bool) async throws {
        let harness = try await JourneyHarness()
        let inner = try JourneyDefinition("Broken") {
            MessageNode().at("ask").yes("partner").no(.failure)
            ForeignNode().set(\.nodeType, "PartnerNode").set(\.outcomes, ["x"]).at("partner").on("x", .success)
        }
        let middle = try JourneyDefinition("Middle") { InnerTreeEvaluator().set(\.tree, "Broken").at("inner").yes(.success).no(.failure) }
        let outer = try JourneyDefinition("Outer") {
            let node = InnerTreeEvaluator().set(\.tree, "Middle").set(\.hasErrorOutcome, hasOutcome).at("inner").yes(.success).no(.failure)
            if hasOutcome { node.on("error", "sorry") } else { node }
            if hasOutcome {
                Page {
                    StateMetadata().set(\.keys, ["errorNode"]); MessageNode().set(\.message, "Sorry")
                }.at("sorry").yes(.success).no(.failure)
            }
        }
        for journey in [inner, middle, outer] { try await harness.engine.save(journey, in: harness.realm) }
        let step = try await harness.step("Outer")
        guard hasOutcome else {
            #expect(await harness.error { try await harness.send(step, nil, 0) } == JourneyRunError(.internal))
            return
        }
        let next = try await harness.send(step, nil, 0).step
        let told = try #require(next.callbacks.first { $0.type == .metadata })
        #expect(told.output("data")?["errorNode"]?["type"] == "PartnerNode" && next.callbacks.count == 3)
    }

    @Test("an inner journey that was changed meanwhile ends the run")
    func changed() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.single("message: {}", "true", "false"))
        try await harness.add(Journeys.outer)
        let step = try await harness.step("Outer")
        try await harness.add(Journeys.single("message: { message: New }", "true", "false"))
        #expect(await harness.error { try await harness.send(step, nil, 0) } == JourneyRunError(.timedOut))
    }
}
