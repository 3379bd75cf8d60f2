import Foundation
import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
import Messaging
import Services
import Directory
import Sessions

@Suite("One-time passcodes")
struct PasscodeTests {
    /// After a password.
    private static let second = """
        name: Second
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": make, "false": failure }
          make: { passcodeGenerator: { length: 6 }, next: mail }
          mail: { passcodeByEmail: {}, next: ask }
          ask: { passcodeDecision: {}, "true": success, "false": tries }
          tries: { retryLimitDecision: { limit: 100 }, Retry: ask, Reject: failure }
        """
    /// In place of one.
    private static let first = """
        name: First
        start: name
        nodes:
          name: { username: {}, next: make }
          make: { passcodeGenerator: {}, next: mail }
          mail: { passcodeByEmail: { emailContent: "{{User}} has {{OTP}}" }, next: ask }
          ask: { passcodeDecision: {}, "true": success, "false": failure }
        """
    /// For an address that nobody has an account for.
    private static let address = """
        name: Address
        start: mail
        noSession: true
        nodes:
          mail: { attributeCollector: { attributesToCollect: [ mail ] }, next: make }
          make: { passcodeGenerator: {}, next: send }
          send: { passcodeByEmail: {}, next: ask }
          ask: { passcodeDecision: {}, "true": success, "false": tries }
          tries: { retryLimitDecision: { limit: 100 }, Retry: ask, Reject: failure }
        """

    private func harness(_ change: (inout RealmSettings) -> Void = { _ in }) async throws -> MailHarness {
        let harness = try await MailHarness(change)
        for text in [Self.second, Self.first, Self.address] { try await harness.journey.add(text) }
        return harness
    }

    @Test("a page may ask for the code")
    func onPage() async throws {
        let harness = try await harness()
        try await harness.journey.add(
            Self.second.replacing("name: Second", with: "name: Paged").replacing(
                "ask: { passcodeDecision: {},", with: "ask: { page: [ { passcodeDecision: {} } ],"))
        let ask = try await harness.journey.login("Paged").step
        let code = try #require(harness.mail.passcode)
        #expect(try await harness.journey.send(ask, .string(code)).success.session != nil)
    }

    @Test("the code that was sent is right, once")
    func right() async throws {
        let harness = try await harness()
        let ask = try await harness.journey.login("Second").step
        #expect(ask.types == [.password] && harness.mail.messages.map(\.to.text) == [MailHarness.address])
        let code = try #require(harness.mail.passcode)
        #expect(code.count == 6)
        #expect(try await harness.journey.send(ask, .string(code)).success.session != nil)
        harness.journey.pass()
        #expect(await harness.error { try await harness.journey.send(ask, .string(code)) } == JourneyRunError(.spent))
        #expect(try await harness.journey.failures(.sentCode) == 0)
    }

    @Test("of twenty right answers of as many clients at once one is taken")
    func parallel() async throws {
        let harness = try await harness()
        let ask = try await harness.journey.login("Second").step
        let code = try #require(harness.mail.passcode)
        let codes = await withTaskGroup(of: JourneyRunError.Code?.self) { group in
            for client in 0..<20 {
                group.addTask {
                    var journey = harness.journey
                    journey.client.address = "192.0.2.\(client)"
                    return await journey.error { try await journey.send(ask, .string(code)) }?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .spent } == 19)
    }

    @Test("an empty answer asks again, and counts as none")
    func empty() async throws {
        let harness = try await harness()
        let ask = try await harness.journey.login("Second").step
        for answer in [nil, ""] as [JSONValue?] { #expect(try await harness.journey.send(ask, answer).step.questions == [.password]) }
        #expect(try await harness.journey.send(Step(authID: ask.authID, callbacks: [])).step.questions == [.password])
        #expect(try await harness.journey.failures(.sentCode) == 0)
    }

    @Test("after five wrong answers the code is void, and an older step is no way back")
    func attempts() async throws {
        let harness = try await harness { $0[BoundsSettings.self].lockoutThreshold = 100 }
        var ask = try await harness.journey.login("Second").step
        let (first, code) = (ask, try #require(harness.mail.passcode))
        let wrong = code == "000000" ? "111111" : "000000"
        for _ in 0..<5 { ask = try await harness.journey.send(ask, .string(wrong)).step }
        #expect(try await harness.journey.send(ask, .string(code)).step.types == [.password])
        #expect(await harness.error { try await harness.journey.send(first, .string(code)) } == JourneyRunError(.spent))
    }

    @Test("wrong codes lock codes, whichever run they are in, and no password")
    func lock() async throws {
        let harness = try await harness { $0[BoundsSettings.self].lockoutThreshold = 3 }
        for _ in 0..<3 {
            let ask = try await harness.journey.send(harness.journey.step("First"), "demo").step
            _ = await harness.error { try await harness.journey.send(ask, "wrong") }
        }
        #expect(try await harness.journey.isLocked(.sentCode))
        let ask = try await harness.journey.send(harness.journey.step("First"), "demo").step
        let code = try #require(harness.mail.passcode)
        #expect(await harness.error { try await harness.journey.send(ask, .string(code)) } == JourneyRunError(.failed))
        #expect(try await harness.journey.login().success.session != nil)
    }

    @Test("a locked account takes no code; one whose password alone is locked does")
    func lockedByPasswords() async throws {
        let harness = try await harness { $0[BoundsSettings.self].lockoutThreshold = 3 }
        let ask = try await harness.journey.send(harness.journey.step("First"), "demo").step
        for _ in 0..<3 { _ = await harness.error { try await harness.journey.login(password: Secret("wrong")) } }
        let code = try #require(harness.mail.passcode)
        #expect(try await harness.journey.send(ask, .string(code)).success.session != nil)
        let other = try await harness.journey.send(harness.journey.step("First"), "demo").step
        try await harness.journey.domain.directory.users.setLock(
            until: .distantFuture, of: harness.journey.user.id, in: harness.journey.realm.id)
        #expect(
            await harness.error { try await harness.journey.send(other, .string(harness.mail.passcode ?? "")) } == JourneyRunError(.failed))
    }

    @Test("a code is accepted within its time, whose limit is ten minutes")
    func time() async throws {
        let harness = try await harness { $0[JourneySettings.self].journeyLifetime = 3600 }
        let ask = try await harness.journey.login("Second").step
        harness.journey.time.advance(by: 300)
        #expect(try await harness.journey.send(ask, .string(harness.mail.passcode ?? "")).step.types == [.password])
        await #expect(throws: JourneyDefinitionError.self) {
            try await harness.journey.add(
                Self.second.replacing("passcodeDecision: {}", with: "passcodeDecision: { passwordExpiryTime: 11 }"))
        }
    }

    @Test("a code sent to the account's own address proves who somebody is")
    func alone() async throws {
        let harness = try await harness()
        let ask = try await harness.journey.send(harness.journey.step("First"), "demo").step
        #expect(harness.mail.messages.last?.content.text.hasPrefix("demo has ") == true)
        #expect(try await harness.journey.send(ask, .string(harness.mail.passcode ?? "")).success.session?.username == "demo")
    }

    @Test("for a user that there isn't everything looks the same, and no code is right")
    func nobody() async throws {
        let harness = try await harness()
        let known = try await harness.journey.send(harness.journey.step("First"), "demo").step
        let ask = try await harness.journey.send(harness.journey.step("First"), "nobody").step
        #expect(ask.callbacks == known.callbacks && harness.mail.messages.count == 1)
        for code in ["", "00000000", harness.mail.passcode ?? ""] where !code.isEmpty {
            #expect(await harness.error { try await harness.journey.send(ask, .string(code)) } != nil)
        }
    }

    @Test("an address without an account gets a code too; guesses are limited by where they come from")
    func withoutAccount() async throws {
        let harness = try await harness { $0[BoundsSettings.self].failuresPerAddressAndMinute = 2 }
        var ask = try await harness.journey.send(harness.journey.step("Address"), "new@example.com").step
        #expect(harness.mail.messages.last?.to.text == "new@example.com")
        let code = try #require(harness.mail.passcode)
        for _ in 0..<2 { ask = try await harness.journey.send(ask, "wrong").step }
        let last = ask
        #expect(await harness.error { try await harness.journey.send(last, .string(code)) } == JourneyRunError(.throttled))
        harness.journey.time.advance(by: 60)
        #expect(try await harness.journey.send(ask, .string(code)).success.session == nil)
    }

    @Test("without a mail server the journey ends; a server that takes no message doesn't show")
    func noMail() async throws {
        let harness = try await harness()
        harness.mail.fail(with: MessageError(.unavailable, "down"))
        #expect(try await harness.journey.login("Second").step.types == [.password])
        harness.mail.fail(with: MessageError(.notConfigured, "none"))
        #expect(await harness.error { try await harness.journey.login("Second") } == JourneyRunError(.internal))
    }

    @Test("a node's own server is used, and gets the realm's password only if it is the same one")
    func ownServer() async throws {
        let harness = try await harness()
        var settings = MailServerSettings()
        (settings.host, settings.username, settings.from) = ("a.example.com", "u", "a@example.com")
        try await harness.journey.domain.messaging.mailServers.set(MailServer(settings, password: Secret("p")), of: harness.journey.realm)
        let node = { (host: String, user: String) in
            "passcodeByEmail: { hostName: \(host), sslOption: START_TLS, username: \"\(user)\", fromEmailAddress: b@example.com }"
        }
        for (host, user, password) in [("a.example.com", "u", Secret("p")), ("b.example.com", "", nil)] {
            try await harness.journey.add(Self.second.replacing("passcodeByEmail: {}", with: node(host, user)))
            _ = try await harness.journey.login("Second")
            let server = try #require(harness.mail.servers.last ?? nil)
            #expect(server.settings.host == host && server.password == password && server.settings.security == .startTLS)
            #expect(harness.mail.messages.last?.from.address.text == "b@example.com")
        }
        try await harness.journey.add(Self.second.replacing("passcodeByEmail: {}", with: node("b.example.com", "u")))
        #expect(await harness.error { try await harness.journey.login("Second") } == JourneyRunError(.internal))
    }
}
