import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("The journeys that a tenant ships")
struct TenantJourneyTests {
    private func harness() async throws -> JourneyHarness {
        let harness = try await JourneyHarness { $0[PasswordSettings.self].passwordMinimumLength = 8 }
        for journey in try BuiltInJourneys.demonstration() { try await harness.engine.save(journey, in: harness.realm) }
        return harness
    }

    @Test("the third login asks for preferences, and keeps them; a name in capitals changes no name")
    func progressive() async throws {
        let harness = try await harness()
        for _ in 0..<2 { #expect(try await harness.login("Login").success.session != nil) }
        let page = try await harness.login("Login", as: "DEMO").step
        #expect(page.types == [.booleanAttribute, .booleanAttribute])
        #expect(try await harness.send(page, true, false).success.session != nil)
        let user = try #require(try await harness.storedUser())
        #expect(user.attributes["preferences"] == ["updates": true, "marketing": false])
        #expect(user.username == "demo" && user.loginCount == 3)
        #expect(try await harness.login("Login").success.session != nil)
    }

    @Test("who has said what they want isn't asked")
    func known() async throws {
        let harness = try await harness()
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm) {
            $0["preferences"] = ["updates": true, "marketing": true]
        }
        for _ in 0..<4 { #expect(try await harness.login("Login").success.session != nil) }
    }

    @Test("five wrong passwords are one too many")
    func retries() async throws {
        let harness = try await harness()
        var step = try await harness.step("Login")
        for _ in 0..<4 { step = try await harness.send(step, "demo", "wrong").step }
        #expect(await harness.error { try await harness.send(step, "demo", "wrong") } == JourneyRunError(.failed))
        #expect(try await harness.isLocked())
    }

    private func update(_ harness: JourneyHarness) async throws -> Step {
        let session = try await harness.login("Login").success
        return try await harness.step("UpdatePassword") { ($0.session, $0.sessionToken) = (session.session, session.token) }
    }

    @Test("who is signed in and knows the old password gets a new one")
    func updates() async throws {
        let harness = try await harness()
        let old = try await update(harness)
        #expect(old.types == [.password])
        let new = try await harness.send(old, "Ch4ng3it!").step
        #expect(new.types == [.validatedPassword])
        let again = try await harness.send(new, "short").step
        #expect(again.failed(0) == ["MIN_LENGTH"])
        #expect(try await harness.send(again, "correct horse").success.session?.user == harness.user.id)
        #expect(try await harness.login(password: Secret("correct horse")).success.session != nil)
        #expect(await harness.error { try await harness.login() } == JourneyRunError(.failed))
    }

    @Test("a wrong old password changes nothing, and counts")
    func wrong() async throws {
        let harness = try await harness()
        let old = try await update(harness)
        #expect(await harness.error { try await harness.send(old, "wrong") } == JourneyRunError(.failed))
        #expect(await harness.error { try await harness.send(old, "Ch4ng3it!") } == JourneyRunError(.spent))
        #expect(try await harness.failures() == 1)
    }

    @Test("who isn't signed in is asked nothing")
    func nobody() async throws {
        let harness = try await harness()
        #expect(await harness.error { try await harness.start("UpdatePassword") } == JourneyRunError(.failed))
    }
}
