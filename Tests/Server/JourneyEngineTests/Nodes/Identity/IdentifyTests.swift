import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Identify Existing User")
struct IdentifyTests {
    private static let journey = """
        name: Identify
        start: form
        nodes:
          form: { page: [ { attributeCollector: { attributesToCollect: [ mail ], required: true } } ], next: identify }
          identify: { identifyUser: {}, "true": found, "false": missing }
          found: { page: [ { message: { message: found } } ], "true": form2, "false": failure }
          form2: { page: [ { platformUsername: { validateInput: true, prepopulate: true } }, { attributeCollector: { attributesToCollect: [ userName ] } } ], next: success }
          missing: { message: { message: missing }, "true": success, "false": failure }
        """

    private func harness(_ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        let harness = try await JourneyHarness(change)
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm) { $0["mail"] = "demo@example.com" }
        try await harness.add(Self.journey)
        return harness
    }

    @Test("finds whoever has the address, in whatever case", arguments: [("Demo@Example.com", "found"), ("eve@example.com", "missing")])
    func finds(_ mail: String, _ answer: String) async throws {
        let harness = try await harness()
        #expect(try await harness.send(harness.step("Identify"), .string(mail)).step.message == answer)
    }

    @Test("proves nothing, and the found name is in no form")
    func proves() async throws {
        let harness = try await harness()
        let found = try await harness.send(harness.step("Identify"), "demo@example.com").step
        let form = try await harness.send(found, nil, 0).step
        #expect(form.callbacks[0].output("value")?.string?.isEmpty != false && form.callbacks[1].output("value")?.string?.isEmpty != false)
        #expect(!form.callbacks.contains { "\($0)".contains("demo") })
        #expect(await harness.error { try await harness.send(form, "other", "other") } == JourneyRunError(.failed), "nobody signed in")
    }

    @Test("an address that two have is nobody's")
    func ambiguous() async throws {
        let harness = try await harness()
        let other = try await harness.addUser("other")
        _ = try await harness.domain.directory.accounts.change(other.id, in: harness.realm) { $0["mail"] = "demo@example.com" }
        #expect(try await harness.send(harness.step("Identify"), "demo@example.com").step.message == "missing")
    }

    @Test("one state looks for one address, and one address of the network for so many a minute")
    func limits() async throws {
        let harness = try await harness { $0[BoundsSettings.self].failuresPerAddressAndMinute = 2 }
        let step = try await harness.step("Identify")
        _ = try await harness.send(step, "a@example.com")
        #expect(await harness.error { try await harness.send(step, "b@example.com") } == JourneyRunError(.spent))
        _ = try await harness.send(harness.step("Identify"), "b@example.com")
        let third = try await harness.step("Identify")
        #expect(await harness.error { try await harness.send(third, "demo@example.com") } == JourneyRunError(.throttled))
        harness.time.advance(by: 60)
        #expect(try await harness.send(harness.step("Identify"), "demo@example.com").step.message == "found")
    }

    @Test("who has proved who they are isn't taken for somebody else")
    func other() async throws {
        let harness = try await harness()
        _ = try await harness.addUser("other")
        try await harness.add(
            """
            name: Second
            start: credentials
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": form, "false": failure }
              form: { page: [ { attributeCollector: { attributesToCollect: [ mail ] } } ], next: identify }
              identify: { identifyUser: {}, "true": found, "false": missing }
              found: { message: { message: found }, "true": success, "false": failure }
              missing: { message: { message: missing }, "true": success, "false": failure }
            """)
        let form = try await harness.login("Second", as: "other").step
        #expect(try await harness.send(form, "demo@example.com").step.message == "missing")
    }
}
