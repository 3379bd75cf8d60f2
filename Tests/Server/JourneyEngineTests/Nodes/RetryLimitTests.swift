import Foundations
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Attempts that count over all runs of a user")
struct RetryLimitTests {
    private static let journey = """
        name: Counted
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": success, "false": tries }
          tries: { retryLimitDecision: { limit: 3, incrementUserAttributeOnFailure: true }, Retry: again, Reject: rejected }
          again: { message: { message: again }, "true": credentials, "false": failure }
          rejected: { message: { message: rejected }, "true": failure, "false": failure }
        """

    private func harness() async throws -> JourneyHarness {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutThreshold = 100 }
        try await harness.add(Self.journey)
        return harness
    }

    private func fail(_ harness: JourneyHarness, as name: String = "demo") async throws -> String? {
        try await harness.login("Counted", as: name, password: Secret("wrong")).step.message
    }

    @Test(
        "the third of any run is rejected, and then they count anew; so for a name that is nobody's", arguments: ["demo", "DEMO", "nobody"])
    func runs(_ name: String) async throws {
        let harness = try await harness()
        var messages: [String?] = []
        for _ in 0..<4 { messages.append(try await fail(harness, as: name)) }
        #expect(messages == ["again", "again", "rejected", "again"])
    }

    @Test("a login makes them count anew, and others have counts of their own")
    func cleared() async throws {
        let harness = try await harness()
        for _ in 0..<2 { _ = try await fail(harness) }
        #expect(try await fail(harness, as: "another") == "again")
        #expect(try await harness.login().success.session != nil)
        #expect(try await fail(harness) == "again")
    }

    @Test("at once they don't race past the limit")
    func parallel() async throws {
        let harness = try await harness()
        let rejected = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<6 { group.addTask { try? await fail(harness) } }
            return await group.reduce(0) { $0 + ($1 == "rejected" ? 1 : 0) }
        }
        #expect(rejected == 2)
    }

    @Test("counts are forgotten a month after the last failure")
    func forgotten() async throws {
        let harness = try await harness()
        for _ in 0..<2 { _ = try await fail(harness) }
        harness.time.advance(by: 31 * 86_400)
        try await harness.domain.platform.forgetExpired()
        #expect(try await fail(harness) == "again")
    }
}
