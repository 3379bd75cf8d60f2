import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Directory

@Suite("Consent, names shown, and what an account must have")
struct GatheringNodeTests {
    private static let mappings = [
        ConsentMapping("crm", displayName: "CRM", accessLevel: "Actual Profile", fields: ["mail"]),
        ConsentMapping("ads", displayName: "Ads"),
    ]

    private func consent(_ node: String) async throws -> (harness: JourneyHarness, step: Step) {
        let harness = try await JourneyHarness { $0[AccountSettings.self].consentMappings = Self.mappings }
        try await harness.add(
            """
            name: Consent
            start: credentials
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": consent, "false": failure }
              consent: { consent: \(node), next: patch }
              patch: { patchObject: {}, PATCHED: success, FAILURE: failure }
            """)
        return (harness, try await harness.login("Consent").step)
    }

    private func mappings(_ harness: JourneyHarness) async throws -> [String?] {
        try await harness.storedUser()?.attributes["consentedMappings"]?.array?.map { $0["mapping"]?.string } ?? []
    }

    @Test("each consent that is given is kept")
    func consents() async throws {
        let (harness, step) = try await consent("{}")
        #expect(step.types == [.consentMapping, .consentMapping])
        #expect(step.callbacks[0].output("fields") == ["mail"] && step.callbacks[0].output("isRequired") == false)
        _ = try await harness.send(step, true, false).success
        #expect(try await mappings(harness) == ["crm"])
        let second = try await harness.login("Consent").step
        _ = try await harness.send(second, false, true).success
        #expect(try await mappings(harness) == ["ads"], "what was asked and not given is taken back")
    }

    @Test("where all are required, the user goes on only with all of them", arguments: [[true, false], [false, false]])
    func required(_ answers: [Bool]) async throws {
        let (harness, step) = try await consent("{ allRequired: true }")
        let again = try await harness.send(step, .bool(answers[0]), .bool(answers[1])).step
        #expect(again.questions == step.questions && again.saysWhy)
        _ = try await harness.send(again, true, true).success
        #expect(try await mappings(harness) == ["crm", "ads"])
    }

    @Test("a realm that shares with nobody asks nothing")
    func nobody() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.afterLogin("consent: {}", "outcome"))
        #expect(try await harness.login("AfterLogin").step.message == "outcome")
    }

    @Test("the user's name is shown to the user")
    func shown() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.afterLogin("displayUsername: {}", "outcome"))
        let step = try await harness.login("AfterLogin").step
        #expect(step.message == "demo")
        #expect(try await harness.send(step).step.message == "outcome")
    }

    @Test("the user's name is shown to nobody else")
    func notShown() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Shown
            start: name
            nodes:
              name: { username: {}, next: show }
              show: { displayUsername: { userName: mail }, next: success }
            """)
        let step = try await harness.step("Shown")
        #expect(await harness.error { try await harness.send(step, "demo") } == JourneyRunError(.failed))
    }

    @Test(
        "whether everything was gathered",
        arguments: [(["ada", "Ada", "Lovelace", "ada@example.com"], "true"), (["ada", "Ada", "", ""], "false")])
    func required(_ given: [String], _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Required
            start: form
            nodes:
              form: { page: [ { platformUsername: {} }, { attributeCollector: { attributesToCollect: [ givenName, sn, mail ] } } ], next: all }
              all: { requiredAttributesDecision: {}, "true": at-true, "false": at-false }
              at-true: { message: { message: "true" }, "true": success, "false": failure }
              at-false: { message: { message: "false" }, "true": success, "false": failure }
            """)
        #expect(try await harness.send(harness.step("Required").answered(given.map(JSONValue.string))).step.message == outcome)
    }

    @Test(
        "the newer password decision: right, wrong, and locked, which looks like wrong",
        arguments: [("Ch4ng3it!", false, "TRUE"), ("wrong", false, "FALSE"), ("Ch4ng3it!", true, "FALSE")])
    func identityStore(_ password: String, _ isLocked: Bool, _ outcome: String) async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutThreshold = 1 }
        if isLocked { _ = await harness.error { try await harness.login(password: Secret("wrong")) } }
        let outcomes = ["TRUE", "FALSE", "LOCKED", "CANCELLED", "EXPIRED"]
        let ends = outcomes.map { "\"\($0)\": at-\($0)" }.joined(separator: ", ")
        let messages = outcomes.map { "  at-\($0): { message: { message: \($0) }, \"true\": success, \"false\": failure }\n" }.joined()
        try await harness.add(
            """
            name: Store
            start: form
            nodes:
              form: { page: [ { platformUsername: {} }, { platformPassword: {} } ], next: check }
              check: { identityStoreDecision: {}, \(ends) }

            """ + messages)
        #expect(try await harness.send(harness.step("Store"), "demo", .string(password)).step.message == outcome)
    }
}
