import Foundation
import JourneyMessages
import MailTesting
import Primitives
import ScriptMessages
import SignIn
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import JourneyNodes
import Messaging
import Directory
import Foundations
import Services
import Sessions

@Suite("Suspended journeys")
struct SuspensionTests {
    @Test("a registration waits for its link, and goes on with it on another device")
    func registration() async throws {
        let harness = try await MailHarness()
        let step = try await harness.register()
        #expect(step.types == [.suspendedTextOutput] && !step.authID.isEmpty)
        #expect(harness.mail.messages.map(\.to.text) == ["ada@example.com"])
        let link = try #require(harness.mail.link)
        #expect(link.string?.hasPrefix("https://login.example.com/alpha/login?suspendedId=") == true)
        #expect(
            link.queryItems?.dropFirst().map(\.description) == [
                "authIndexType=service", "authIndexValue=VerifiedRegistration", "realm=/alpha",
            ])
        #expect(
            try await harness.journey.domain.directory.users.user(named: "ada", in: harness.journey.realm.id) == nil,
            "nothing is made before")
        let done = try await harness.open().success
        #expect(done.session?.username == "ada")
        let user = try #require(try await harness.journey.domain.directory.users.user(named: "ada", in: harness.journey.realm.id))
        #expect(user.attributes["mail"] == "ada@example.com" && user.attributes["termsAccepted"] != nil)
        #expect(try await harness.journey.login(as: "ada", password: Secret("analytical engine")).success.session != nil)
        #expect(try await harness.journey.events("journey.suspended") == 1)
        #expect(try await harness.journey.events("journey.resumed") == 1)
    }

    @Test("a link works once, also when it is opened twenty times at once")
    func once() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let (id, journey) = (harness.mail.suspendedID ?? "", harness.journey)
        let codes = await withTaskGroup(of: JourneyRunError.Code?.self) { group in
            for number in 0..<20 {
                // Each opens it in a browser of its own; the last ones have none.
                var client = harness.elsewhere
                client.binding = number < 10 ? "browser \(number)" : nil
                group.addTask { [client] in
                    await harness.error { try await journey.engine.resume(id, in: journey.realm, from: client) }?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .unknownSuspension } == 19)
        #expect(try await harness.waiting() == 0)
    }

    @Test("a run that approves a transaction waits for no link: whoever opened it would get the session")
    func approval() async throws {
        let harness = try await MailHarness()
        let (engine, realm, time) = (harness.journey.engine, harness.journey.realm, harness.journey.time)
        let journey = try #require(try await engine.journeys.journey("VerifiedRegistration", in: realm.id))
        for isApproval in [false, true] {
            var state = JourneyStart(realm: realm, client: harness.elsewhere)
                .state(journey, at: time.now, random: harness.journey.domain.platform.random)
            if isApproval { state.request.approval = JourneyState.Approval(transaction: "t", sessionToken: Secret("s")) }
            let context = RunContext(realm, harness.elsewhere, harness.journey.domain, at: time.now)
            var turn = Turn(starting: state, in: context, zeroPage: nil)
            turn.suspend(Suspension(id: Secret("link \(isApproval)"), text: "", minutes: nil) {})
            let walk = Walk(turn, into: journey, engine.journeys)
            let refused = await harness.error { try await engine.suspend(walk) }
            #expect((refused?.code == .internal) == isApproval)
        }
        #expect(try await harness.waiting() == 1)
    }

    @Test("a link that is unknown, empty, too long, of another realm or too old is refused alike")
    func refused() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let root = try await harness.journey.domain.directory.realms.realm(at: .root)
        for id in ["", "x", String(repeating: "x", count: 10_000), "' OR 1 = 1 --"] {
            #expect(await harness.error { try await harness.open(id) } == JourneyRunError(.unknownSuspension))
        }
        #expect(await harness.error { try await harness.open(in: root) } == JourneyRunError(.unknownSuspension))
        harness.journey.time.advance(by: 299)
        try await harness.journey.domain.platform.forgetExpired()
        harness.journey.time.advance(by: 1)
        #expect(await harness.error { try await harness.open() } == JourneyRunError(.unknownSuspension))
        try await harness.journey.domain.platform.forgetExpired()
        harness.journey.time.advance(by: 1)
        try await harness.journey.domain.platform.forgetExpired()
        #expect(try await harness.waiting() == 0)
    }

    @Test("the time of a link is the realm's", arguments: [(89.0, true), (90, false)])
    func realmDuration(_ waited: TimeInterval, _ isOpen: Bool) async throws {
        let harness = try await MailHarness { $0[JourneySettings.self].suspendedLifetime = 90 }
        _ = try await harness.register()
        harness.journey.time.advance(by: waited)
        #expect(await harness.error { try await harness.open() } == (isOpen ? nil : JourneyRunError(.unknownSuspension)))
    }

    @Test("the time of a link is the node's when it has one")
    func duration() async throws {
        let harness = try await MailHarness()
        let text = BuiltInJourneys.verifiedRegistration.replacing(
            "emailTemplateName: registration", with: "emailTemplateName: registration, suspendDuration: 60")
        try await harness.journey.add(text)
        _ = try await harness.register()
        harness.journey.time.advance(by: 3599)
        #expect(try await harness.open().success.session != nil)
    }

    @Test("neither the form nor the step that says so goes on or sends a second mail")
    func replays() async throws {
        let harness = try await MailHarness()
        let form = try await harness.journey.step("VerifiedRegistration").filled(RegistrationHarness.form)
        let step = try await harness.journey.send(form).step
        #expect(try await harness.journey.send(form).step == step, "a double click")
        harness.journey.pass()
        for answer in [form, step, step.answered(["x"])] {
            #expect(await harness.error { try await harness.journey.send(answer) } == JourneyRunError(.spent))
        }
        #expect(harness.mail.messages.count == 1)
        #expect(try await harness.open().success.session != nil)
        #expect(await harness.error { try await harness.journey.send(step) } == JourneyRunError(.spent))
        harness.journey.pass()
        #expect(try await harness.journey.send(form).step.failed(0) == ["UNIQUE"], "the name is taken, and that is all it says")
        #expect(harness.mail.messages.count == 1)
    }

    @Test("of ten answers to the form at once one has a mail sent")
    func parallel() async throws {
        let harness = try await MailHarness()
        let form = try await harness.journey.step("VerifiedRegistration").filled(RegistrationHarness.form)
        let codes = await withTaskGroup(of: JourneyRunError.Code?.self) { group in
            for _ in 0..<10 { group.addTask { await harness.error { try await harness.journey.send(form) }?.code } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.allSatisfy { $0 == nil } && harness.mail.messages.count == 1, "all are told of the one mail")
        #expect(try await harness.waiting() == 1)
    }

    @Test("without a mail server the journey fails, and no run waits")
    func noMail() async throws {
        let harness = try await MailHarness()
        harness.mail.fail(with: MessageError(.notConfigured, "none"))
        #expect(await harness.error { try await harness.register() } == JourneyRunError(.internal))
        #expect(try await harness.waiting() == 0)
    }

    @Test("a client that goes away while the mail is sent leaves a link that works")
    func gone() async throws {
        let harness = try await MailHarness()
        let (sending, continuation) = AsyncStream<Void>.makeStream()
        harness.mail.whileSending {
            continuation.yield()
            try await Task.sleep(for: .milliseconds(50))
        }
        let client = Task { try await harness.register() }
        for await _ in sending { break }
        client.cancel()
        _ = await client.result
        for _ in 0..<500 where harness.mail.messages.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await harness.open().success.session?.username == "ada")
    }

    @Test("what waits is sealed, and the id of its link isn't kept")
    func atRest() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let id = try #require(harness.mail.suspendedID)
        let row = try #require(try await harness.journey.database.read { try $0.row("SELECT id, state FROM suspended_journeys") })
        #expect(try row.text("id") != id)
        #expect(!String(decoding: try row.blob("state"), as: UTF8.self).contains("engine"))
    }

    @Test("another node goes on with it: nothing of it is in memory")
    func anotherNode() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let node = JourneyEngine(domain: harness.journey.domain, catalogue: .runnable)
        let reply = try await node.resume(harness.mail.suspendedID ?? "", in: harness.journey.realm, from: harness.elsewhere)
        #expect(try reply.success.session?.username == "ada")
    }

    @Test("a journey that was changed meanwhile doesn't go on")
    func changed() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        try await harness.journey.add(BuiltInJourneys.verifiedRegistration.replacing("{ standard: signUp }", with: "Join"))
        #expect(await harness.error { try await harness.open() } == JourneyRunError(.timedOut))
    }

    @Test("a run has its whole time again once its link was opened, in the browser that opened it")
    func timeAfter() async throws {
        let harness = try await MailHarness()
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        harness.journey.time.advance(by: 290)
        let step = try await harness.open().step
        #expect(await harness.error { try await harness.journey.send(step, "another long password") } == JourneyRunError(.forged))
        harness.journey.time.advance(by: 290)
        #expect(try await harness.send(step, "another long password").success.session != nil)
    }

    @Test("links lead to the app's address when the realm has one")
    func address() async throws {
        let harness = try await MailHarness { $0[JourneySettings.self].resumeURL = "https://app.example/resume?x=1" }
        _ = try await harness.register()
        #expect(harness.mail.link?.string?.hasPrefix("https://app.example/resume?x=1&suspendedId=") == true)
        #expect(try await harness.open().success.session != nil)
    }

    @Test("a script suspends, sends the link itself, and decides when it was opened")
    func script() async throws {
        for generation in [ScriptSource.Generation.next, .legacy] {
            try await ScriptedHarness.with { harness in
                let text = generation == .next ? Self.next : Self.legacy
                try await harness.add(text, generation)
                let step = try await harness.base.step("Single")
                #expect(step.types == [.suspendedTextOutput])
                guard case .suspendedTextOutput(let statement)? = step.callbacks.first?.kind else { return }
                let id = try #require(URLComponents(string: statement.message)?.queryItems?.first?.value)
                harness.base.time.advance(by: 599)
                let done = try await harness.base.engine.resume(id, in: harness.base.realm, from: harness.base.client).step
                #expect(done.message == "true")
                let again = await harness.base.error {
                    try await harness.base.engine.resume(id, in: harness.base.realm, from: harness.base.client)
                }
                #expect(again == JourneyRunError(.unknownSuspension))
            }
        }
    }

    private static let next = """
        if (resumedFromSuspend) { action.goTo(nodeState.get('link').indexOf('suspendedId=') > 0 ? 'true' : 'false') }
        else { action.suspend('{0}', function (uri) { nodeState.putShared('link', uri) }, 10) }
        """
    private static let legacy = """
        var Action = org.forgerock.openam.auth.node.api.Action;
        if (resumedFromSuspend) { outcome = 'true' } else { action = Action.suspend('{0}', null, 10).build() }
        """
}
