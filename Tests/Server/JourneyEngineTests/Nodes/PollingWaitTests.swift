import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine

@Suite("Polling wait")
struct PollingWaitTests {
    private func harness(_ settings: String, _ outcomes: String...) async throws -> JourneyHarness {
        let harness = try await JourneyHarness()
        let connections = outcomes.map { "\"\($0)\": at-\($0)" }.joined(separator: ", ")
        let ends = outcomes.map { "  at-\($0): { message: { message: \($0) }, \"true\": success, \"false\": failure }" }
        try await harness.add(
            "name: Single\nstart: only\nnoSession: true\nnodes:\n  only: { pollingWait: { \(settings) }, \(connections) }\n"
                + ends.joined(separator: "\n"))
        return harness
    }

    @Test("says how long to wait")
    func asks() async throws {
        let harness = try await harness("secondsToWait: 5, waitingMessage: '{{time}} s'", "DONE")
        let step = try await harness.step("Single")
        #expect(step.callbacks[0].kind == .pollingWait(PollingWait(milliseconds: 5000, message: "5 s")))
    }

    @Test("who comes too early waits for the rest")
    func early() async throws {
        let harness = try await harness("secondsToWait: 5", "DONE")
        let first = try await harness.step("Single")
        harness.time.advance(by: 2)
        let second = try await harness.send(first).step
        guard case .pollingWait(let wait) = second.callbacks[0].kind else { throw UnexpectedReply() }
        #expect(wait.milliseconds == 3000)
        harness.time.advance(by: 3)
        #expect(try await harness.send(second).step.message == "DONE")
    }

    @Test("the button lets out, nothing pressed doesn't", arguments: [(0, "EXITED"), (100, nil)] as [(JSONValue, String?)])
    func exit(_ answer: JSONValue, _ outcome: String?) async throws {
        let harness = try await harness("exitable: true", "DONE", "EXITED")
        let step = try await harness.step("Single")
        #expect(step.types == [.pollingWait, .confirmation])
        #expect(try await harness.send(step, nil, answer).step.message == outcome)
    }

    @Test("who comes too early too often goes another way")
    func spam() async throws {
        let harness = try await harness("spamDetectionEnabled: true, spamDetectionTolerance: 2", "DONE", "SPAM")
        var step = try await harness.step("Single")
        for _ in 0..<2 { step = try await harness.send(step).step }
        #expect(step.types == [.pollingWait])
        #expect(try await harness.send(step).step.message == "SPAM")
    }
}
