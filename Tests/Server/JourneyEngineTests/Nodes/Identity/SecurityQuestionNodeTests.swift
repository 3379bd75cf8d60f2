import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("Security questions as proof")
struct SecurityQuestionNodeTests {
    private static let journey = """
        name: Questions
        start: name
        nodes:
          name: { username: {}, next: ask }
          ask: { kbaVerification: {}, "true": success, "false": again }
          again: { message: { message: again }, "true": ask, "false": failure }
        """

    private func harness(_ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        let harness = try await JourneyHarness(change)
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret("Byron")), SecurityQuestions.NewAnswer(.offered("2"), Secret("Babbage")),
        ]
        try await harness.domain.credentials.securityQuestions.define(answers, of: harness.user, in: harness.realm)
        try await harness.add(Self.journey)
        return harness
    }

    private func asked(_ harness: JourneyHarness, _ name: String) async throws -> Step {
        try await harness.send(harness.step("Questions"), .string(name)).step
    }

    @Test("right answers prove who somebody is, in whatever case")
    func right() async throws {
        let harness = try await harness()
        let step = try await asked(harness, "demo")
        #expect(step.types == [.password, .password])
        #expect(step.callbacks[0].output("prompt") == "What is the name of your first pet?")
        #expect(try await harness.send(step, "byron", " BABBAGE ").success.session?.user == harness.user.id)
    }

    @Test("wrong, swapped and missing answers prove nothing", arguments: [["x", "y"], ["Babbage", "Byron"], ["Byron", "x"]])
    func wrong(_ answers: [String]) async throws {
        let harness = try await harness()
        let step = try await asked(harness, "demo")
        #expect(try await harness.send(step, .string(answers[0]), .string(answers[1])).step.message == "again")
        #expect(await harness.error { try await harness.send(step, "Byron", "Babbage") } == JourneyRunError(.spent))
        #expect(try await harness.failures(.securityQuestions) == 1)
    }

    @Test("unanswered questions are asked again, the same ones")
    func unanswered() async throws {
        let harness = try await harness()
        let step = try await asked(harness, "demo")
        let again = try await harness.send(step, "Byron", "").step
        #expect(again.callbacks.prefix(2).map { $0.output("prompt") } == step.callbacks.map { $0.output("prompt") })
        #expect(again.callbacks.map { $0.failedPolicies.map(\.requirement) } == [[], [.required], []])
        #expect(try await harness.failures(.securityQuestions) == 0)
        #expect(try await harness.send(again, "Byron", "Babbage").success.session != nil)
    }

    @Test("wrong answers lock the questions, and not the password")
    func locks() async throws {
        let harness = try await harness { $0[BoundsSettings.self].lockoutThreshold = 2 }
        for _ in 0..<2 { _ = try await harness.send(asked(harness, "demo"), "x", "y") }
        #expect(try await harness.send(asked(harness, "demo"), "Byron", "Babbage").step.message == "again")
        #expect(try await harness.isLocked(.securityQuestions))
        #expect(try await harness.login().success.session != nil)
    }

    @Test("a name that nobody has, and a user without answers, are asked too: the same questions each time")
    func nobody() async throws {
        let harness = try await harness()
        _ = try await harness.addUser("without")
        for name in ["nobody", "without"] {
            let (first, second) = (try await asked(harness, name), try await asked(harness, name))
            #expect(first.types == [.password, .password])
            #expect(first.callbacks.map { $0.output("prompt") } == second.callbacks.map { $0.output("prompt") })
            #expect(try await harness.send(first, "Byron", "Babbage").step.message == "again")
        }
    }

    @Test("whether somebody has answered enough of them")
    func decision() async throws {
        let harness = try await harness()
        try await harness.add(Journeys.afterLogin("kbaDecision: {}", "true", "false"))
        #expect(try await harness.login("AfterLogin").step.message == "true")
    }
}
