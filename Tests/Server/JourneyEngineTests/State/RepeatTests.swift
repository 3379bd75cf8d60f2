import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import JourneyNodes
import JourneyTesting
import MailTesting
import Primitives
import Store
import Synchronization
import Testing

import EngineTesting
@testable import JourneyEngine
import Directory
import Services
import Sessions
@testable import SignIn

@Suite("An answer that comes twice, as on a double click")
struct RepeatTests {
    private static let journey = "sdkUsernamePasswordJourney"
    private static let spent = JourneyRunError(.spent)

    private func sessions(_ harness: JourneyHarness) async throws -> Int {
        try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).count
    }

    @Test("gets the same session within the window, and none after it", arguments: [(0, true), (9.999, true), (10, false)])
    func window(_ seconds: Double, _ isGiven: Bool) async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey).answered(["demo", "Ch4ng3it!"])
        let first = try await harness.send(step).success
        harness.time.advance(by: seconds)
        if isGiven {
            let again = try await harness.send(step).success
            #expect(again.token == first.token && again.body == first.body && again.session?.handle == first.session?.handle)
        } else {
            #expect(await harness.error { try await harness.send(step) } == Self.spent)
        }
        #expect(try await sessions(harness) == 1)
        #expect(try await harness.events("login.succeeded") == 1)
    }

    @Test("at once, twenty times: one login, one session, one token")
    func atOnce() async throws {
        let harness = try await JourneyHarness()
        for _ in 0..<5 {
            let step = try await harness.step(Self.journey) { $0.forceAuth = true }.answered(["demo", "Ch4ng3it!"])
            let before = try await sessions(harness)
            let tokens = try await withThrowingTaskGroup(of: Secret?.self) { group in
                for _ in 0..<20 { group.addTask { try await harness.send(step).success.token } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(tokens.allSatisfy { $0 != nil && $0 == tokens[0] })
            #expect(try await sessions(harness) == before + 1)
        }
    }

    @Test("that is wrong fails as the first did, and is counted once")
    func wrong() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey).answered(["demo", "wrong"])
        for _ in 0..<3 { #expect(await harness.error { try await harness.send(step) } == JourneyRunError(.failed)) }
        #expect(try await harness.failures() == 1)
        #expect(try await harness.events("login.failed") == 1)
    }

    @Test("that leads to another step gets that very step")
    func step() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step("Login").answered(["demo", "wrong"])
        let first = try await harness.send(step).step
        #expect(try await harness.send(step).step == first)
        #expect(try await harness.failures() == 1)
        #expect(try await harness.send(first, "demo", "Ch4ng3it!").success.session != nil)
    }

    @Test("that made an account isn't told that the name is taken")
    func registration() async throws {
        let harness = try await RegistrationHarness()
        let form = try await harness.journey.step("Registration").filled(RegistrationHarness.form)
        let first = try await harness.journey.send(form).success
        #expect(try await harness.journey.send(form).success.token == first.token)
        harness.journey.pass()
        #expect(try await harness.journey.send(form).step.failed(0) == ["UNIQUE"])
    }

    @Test("that opens a link in the same browser goes on where the first did; without a cookie, and in another, it is used")
    func link() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let id = harness.mail.suspendedID ?? ""
        func open(_ browser: String?) async throws -> Secret? {
            var client = harness.elsewhere
            client.binding = browser
            return try await harness.journey.engine.resume(id, in: harness.journey.realm, from: client).success.token
        }
        let first = try await open("one")
        #expect(first != nil)
        #expect(try await open("one") == first)
        for other in ["two", nil] { #expect(await harness.error { try await open(other) } == JourneyRunError(.unknownSuspension)) }
        harness.journey.pass()
        #expect(await harness.error { try await open("one") } == JourneyRunError(.unknownSuspension))
    }

    /// Ways in which a request is another than the first.
    enum Difference: CaseIterable { case name, password, missing, more, address, program, browser, noSession, parameter }

    @Test("is another one when a byte of it differs, or it comes from elsewhere", arguments: Difference.allCases)
    func differences(_ difference: Difference) async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey)
        let answered = step.answered(["demo", "Ch4ng3it!"])
        _ = try await harness.send(answered).success
        var (other, client, noSession) = (answered, harness.client, false)
        switch difference {
        case .name: other = step.answered(["Demo", "Ch4ng3it!"])
        case .password: other = step.answered(["demo", "Ch4ng3it?"])
        case .missing: other.callbacks.removeLast()
        case .more: other.stage = "x"
        case .address: client.address = "192.0.2.2"
        case .program: client.userAgent = "curl"
        case .browser: client.binding = "another"
        case .noSession: noSession = true
        case .parameter: client.request = { RequestFacts(parameters: [.init("code", "x")]) }
        }
        if difference == .missing {
            // Nothing is checked, so that it is only asked again.
            let again = try await harness.engine.advance(other, in: harness.realm, from: client).step
            #expect(Array(again.types.prefix(2)) == [.name, .password])
            return
        }
        let error = await harness.error {
            try await harness.engine.advance(other, noSession: noSession, in: harness.realm, from: client)
        }
        #expect(error == JourneyRunError(difference == .browser ? .forged : .spent))
    }

    @Test("isn't given a session that has ended, or whose user is no longer active", arguments: [true, false])
    func ended(_ isLogout: Bool) async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey).answered(["demo", "Ch4ng3it!"])
        let token = try #require(try await harness.send(step).success.token)
        if isLogout {
            _ = try await harness.domain.session.registry.end(token, in: harness.realm.id)
        } else {
            try await harness.domain.directory.users.setStatus(.inactive, of: harness.user.id, in: harness.realm.id)
        }
        #expect(await harness.error { try await harness.send(step) } == Self.spent)
    }

    @Test("is known on every node: another process over the same database gives the same result")
    func nodes() async throws {
        let harness = try await JourneyHarness()
        let (first, step) = (harness.domain, try await harness.step(Self.journey).answered(["demo", "Ch4ng3it!"]))
        let second = Services(
            database: harness.database, sealer: first.platform.sealer, hasher: first.directory.hasher, time: harness.time,
            random: SeededRandom(seed: 9),
            mail: harness.mail)
        let node = JourneyEngine(domain: JourneyServices(of: second), catalogue: .runnable)
        let token = try await harness.send(step).success.token
        #expect(try await node.advance(step, in: harness.realm, from: harness.client).success.token == token)
    }

    @Test("waits for one that is being worked on, and not for ever")
    func waits() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey).answered(["demo", "Ch4ng3it!"])
        let state = try harness.engine.sealer.open(step.authID, realm: harness.realm.id, binding: nil, at: harness.time.now)
        let first = RepeatedAnswer(step, noSession: false, in: harness.realm, from: harness.client, harness.domain)
        let ticket = SpendTicket(state, realm: harness.realm.id, answer: first, at: harness.time.now)
        try await harness.database.write { try ticket.spend(in: $0) }
        async let second = harness.send(step)
        await harness.engine.keep(AnswerResult(.step(step)), of: first)
        #expect(try await second.step == step)
        let none: Int? = try await AnswerWaits(sleep: { _ in }).wait("key", harness.database) { nil }
        #expect(none == nil)
    }

    @Test("is waited for as long as its result may come: each pause is one, not the first alone", arguments: [0, 1, 2, 12, 39])
    func slow(_ pauses: Int) async throws {
        let harness = try await JourneyHarness()
        let passed = Mutex(0)
        let waits = AnswerWaits(sleep: { _ in
            // A pause that something else ends early is none.
            for _ in 0..<200 {
                await Task.yield()
                try Task.checkCancellation()
            }
            passed.withLock { $0 += 1 }
        })
        let found = try await waits.wait("key", harness.database) { passed.withLock { $0 >= pauses ? $0 : nil } }
        #expect(found == pauses)
    }

    @Test("is looked for at each hint, not at the first alone")
    func hints() async throws {
        let harness = try await JourneyHarness()
        // Pauses that only a hint ends.
        let waits = AnswerWaits(sleep: { _ in for await _ in AsyncStream<Void> { _ in } {} })
        var looks = 0
        let found = try await waits.wait("key", harness.database) { () async throws -> Int? in
            looks += 1
            guard looks < 4 else { return looks }
            try await harness.database.write { $0.wake(.takenAnswer, "key") }
            return nil
        }
        #expect(found == 4)
    }

    @Test("leaves nothing that a reader of the database could use, and nothing for long")
    func kept() async throws {
        let harness = try await JourneyHarness()
        let token = try #require(try await harness.login(Self.journey).success.token)
        let results = try await harness.database.read { transaction in
            try transaction.rows("SELECT result FROM taken_answers", values: []).map { try $0.blob("result") }
        }
        #expect(results.count == 1)
        let text = Array(token.reveal().utf8)
        for result in results {
            #expect(!result.indices.contains { result[$0...].starts(with: text) })
            #expect(throws: (any Error).self) { try harness.domain.platform.sealer.open(result, context: "taken answers") }
        }
        harness.pass()
        harness.time.advance(by: 1)
        try await harness.domain.platform.forgetBrief()
        #expect(try await harness.database.read { try $0.rows("SELECT name FROM taken_answers", values: []).count } == 0)
    }
}
