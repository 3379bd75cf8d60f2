import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("A login with user name and password")
struct LoginTests {
    @Test("one page asks for both, numbered over the page")
    func page() async throws {
        let step = try await JourneyHarness().step("sdkUsernamePasswordJourney")
        #expect(step.types == [.name, .password])
        #expect(step.callbacks.map { $0.input.map(\.name) } == [["IDToken1"], ["IDToken2"]])
        #expect(step.callbacks.map(\.pageIndex) == [0, 1])
        #expect(step.stage == "UsernamePassword")
    }

    @Test("the right password makes a session")
    func success() async throws {
        let harness = try await JourneyHarness()
        let done = try await harness.login().success
        let token = try #require(done.token)
        #expect(done.body.tokenID == token.reveal())
        #expect(done.body.successURL == "/am/console")
        #expect(done.body.realm == "/alpha")
        #expect(!done.isExisting)
        let session = try await harness.domain.session.registry.session(token, in: harness.realm.id)
        #expect(session?.user == harness.user.id)
        #expect(session?.journey == "sdkUsernamePasswordJourney")
        #expect(try await harness.events("login.succeeded") == 1)
    }

    @Test("user names are taken whatever their case, and the session has the user's own")
    func folded() async throws {
        let harness = try await JourneyHarness()
        #expect(try await harness.login(as: "DEMO").success.session?.username == "demo")
    }

    @Test("wrong password, unknown user and locked user are refused alike", arguments: ["demo", "nobody", "locked"])
    func refused(_ name: String) async throws {
        let harness = try await JourneyHarness()
        let locked = try await harness.addUser("locked")
        try await harness.domain.directory.users.setLock(until: .distantFuture, of: locked.id, in: harness.realm.id)
        let right = name == "locked"
        let error = await harness.error {
            try await harness.login(as: name, password: right ? JourneyHarness.password : Secret("wrong"))
        }
        #expect(error == JourneyRunError(.failed))
        #expect(error?.message == nil && error?.detail == nil)
        #expect(try await harness.events("login.failed") == 1)
    }

    @Test("a step that only asks reads and writes nothing that stays")
    func asksForFree() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step("sdkUsernamePasswordJourney")
        _ = try await harness.send(step, "demo", nil).step
        #expect(try await harness.spent() == 0)
    }

    @Test("the default journey asks again after a wrong password, five times, then locks the password")
    func retries() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutThreshold = 100 }
        var step = try await harness.step(nil)
        for _ in 1..<5 { step = try await harness.send(step, "demo", "wrong").step }
        let last = step
        #expect(await harness.error { try await harness.send(last, "demo", "wrong") } == JourneyRunError(.failed))
        #expect(try await harness.isLocked())
        #expect(await harness.error { try await harness.login() } == JourneyRunError(.failed))
    }

    @Test("the right password after a wrong one signs in")
    func secondAttempt() async throws {
        let harness = try await JourneyHarness()
        let second = try await harness.send(harness.step(nil), "demo", "wrong").step
        #expect(try await harness.send(second, "demo", "Ch4ng3it!").success.session != nil)
    }

    @Test(
        "a success some steps after the password ends its series of wrong ones",
        arguments: ["sdkUsernamePasswordJourney", "MessageAfterPassword"])
    func seriesEnds(_ journey: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.messageAfterPassword)
        _ = try await harness.send(harness.step(nil), "demo", "wrong").step
        #expect(try await harness.failures() == 1)
        var reply = try await harness.login(journey)
        if case .step(let message) = reply { reply = try await harness.send(message, nil, 0) }
        #expect(try reply.success.session != nil)
        #expect(try await harness.failures() == 0)
    }

    @Test("an account that is switched off between password and completion gets no session")
    func inactive() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.messageAfterPassword)
        let message = try await harness.login("MessageAfterPassword").step
        try await harness.domain.directory.users.setStatus(.inactive, of: harness.user.id, in: harness.realm.id)
        #expect(await harness.error { try await harness.send(message, nil, 0) } == JourneyRunError(.locked))
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).isEmpty)
        #expect(try await harness.events("login.failed") == 1)
    }

    @Test("proofs of two users don't add up to a session", arguments: ["demo", "other"])
    func twoUsers(_ second: String) async throws {
        let harness = try await JourneyHarness()
        _ = try await harness.addUser("other")
        try await harness.add(Journeys.twice)
        let step = try await harness.login("Twice").step
        let error = await harness.error { try await harness.send(step, .string(second), "Ch4ng3it!") }
        #expect(error == (second == "demo" ? nil : JourneyRunError(.failed)))
    }
}
