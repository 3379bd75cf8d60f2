import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Accounts changed by a journey, login counts and levels")
struct PatchObjectTests {
    /// A login, a form for the account's attributes and a new password, and the change.
    private static func journey(_ patch: String = "{}") -> String {
        """
        name: Change
        start: credentials
        nodes:
          credentials: { page: [ { platformUsername: {} }, { platformPassword: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": form, "false": failure }
          form: { page: [ { attributeCollector: { attributesToCollect: [ city, telephoneNumber ] } }, { platformPassword: {} } ], next: patch }
          patch: { patchObject: \(patch), PATCHED: success, FAILURE: bye }
          bye: { message: { message: Not changed }, "true": success, "false": failure }
        """
    }

    private func send(_ patch: String = "{}", _ answers: JSONValue?...) async throws -> (harness: JourneyHarness, reply: JourneyReply) {
        let harness = try await JourneyHarness()
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm) { $0["city"] = "Paris" }
        try await harness.add(Self.journey(patch))
        let form = try await harness.send(harness.step("Change"), "demo", "Ch4ng3it!").step
        #expect(form.callbacks[0].output("value") == "Paris", "the stored value is shown to its user")
        return (harness, try await harness.send(form.answered(answers)))
    }

    @Test("attributes and password are changed, and an emptied field is taken away")
    func changes() async throws {
        let (harness, reply) = try await send("{}", "", "+49 30 1234567", "correct horse battery")
        #expect(try reply.success.session != nil)
        let user = try #require(try await harness.storedUser())
        #expect(user.attributes["city"] == nil && user.attribute("telephoneNumber") == "+49 30 1234567")
        #expect(try await harness.login(password: Secret("correct horse battery")).success.session != nil)
        #expect(await harness.error { try await harness.login() } == JourneyRunError(.failed))
    }

    @Test("ignored fields stay as they are")
    func ignored() async throws {
        let (harness, reply) = try await send("{ ignoredFields: [ city, password ] }", "Rome", "", "correct horse battery")
        #expect(try reply.success.session != nil)
        #expect(try await harness.storedUser()?.attribute("city") == "Paris")
        #expect(try await harness.login().success.session != nil)
    }

    @Test("what breaks a policy changes nothing", arguments: [["Rome", "", "short"], ["Rome", "no number", "correct horse battery"]])
    func refused(_ answers: [String]) async throws {
        let (harness, reply) = try await send("{}", .string(answers[0]), .string(answers[1]), .string(answers[2]))
        #expect(try reply.step.message == "Not changed")
        #expect(try await harness.storedUser()?.attribute("city") == "Paris")
        #expect(try await harness.login().success.session != nil)
    }

    @Test("a name that is only claimed changes no account")
    func claimed() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Claimed
            start: form
            nodes:
              form: { page: [ { platformUsername: {} }, { platformPassword: {} } ], next: patch }
              patch: { patchObject: {}, PATCHED: success, FAILURE: failure }
            """)
        let step = try await harness.step("Claimed")
        #expect(await harness.error { try await harness.send(step, "demo", "correct horse battery") } == JourneyRunError(.failed))
        #expect(try await harness.login().success.session != nil)
    }

    @Test("logins are counted, and each n-th goes its own way", arguments: [("AT", [2]), ("EVERY", [2, 4])])
    func counts(_ interval: String, _ hits: [Int]) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Count
            start: credentials
            noSession: true
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": count, "false": failure }
              count: { incrementLoginCount: {}, next: decide }
              decide: { loginCountDecision: { interval: \(interval), amount: 2 }, "true": hit, "false": success }
              hit: { message: { message: Hit }, "true": success, "false": failure }
            """)
        for number in 1...4 {
            let reply = try await harness.login("Count")
            #expect(((try? reply.step.message) == "Hit") == hits.contains(number))
        }
    }

    @Test("the level rises and falls, and a decision asks for it", arguments: [(5, "true"), (4, "false"), (-9, "false")])
    func levels(_ increment: Int, _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Level
            start: raise
            noSession: true
            nodes:
              raise: { modifyAuthLevel: { authLevelIncrement: \(increment) }, next: decide }
              decide: { authLevelDecision: { authLevelRequirement: 5 }, "true": at-true, "false": at-false }
              at-true: { message: { message: "true" }, "true": success, "false": failure }
              at-false: { message: { message: "false" }, "true": success, "false": failure }
            """)
        #expect(try await harness.step("Level").message == outcome)
    }
}
