import Foundation
import JourneyMessages
import MailTesting
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Messaging
import Sessions
import Directory
import Services

@Suite("Forgotten passwords and user names")
struct ForgottenTests {
    @Test("who opens the link chooses a new password; the old one is no good any more")
    func reset() async throws {
        let harness = try await MailHarness()
        _ = try await harness.ask("ResetPassword", for: "DEMO@example.com")
        #expect(harness.mail.messages.map(\.to.text) == [MailHarness.address], "as the account has it, not as it was typed")
        let password = try await harness.open().step
        #expect(password.types == [.validatedPassword])
        #expect(try await harness.send(password, "short").step.failed(0).isEmpty == false)
        let done = try await harness.send(password, "another long password").success
        #expect(done.session?.username == "demo")
        #expect(await harness.error { try await harness.journey.login() } == JourneyRunError(.failed))
        #expect(try await harness.journey.login(password: Secret("another long password")).success.session != nil)
        #expect(try await harness.journey.storedUser()?.attributes["mail"] == "demo@example.com")
    }

    @Test(
        "for an unknown address the answer and what is written are the same, and no mail is sent",
        arguments: ["ResetPassword", "ForgottenUsername"])
    func unknown(_ journey: String) async throws {
        let harness = try await MailHarness()
        let known = try await harness.ask(journey, for: MailHarness.address)
        let unknown = try await harness.ask(journey, for: "nobody@example.com")
        #expect(known.callbacks == unknown.callbacks && known.header == unknown.header)
        #expect(abs(known.authID.count - unknown.authID.count) < 8)
        #expect(harness.mail.messages.count == 1)
        #expect(try await harness.waiting() == 2)
        #expect(try await harness.journey.events("mail.sent") == 2)
    }

    @Test("nor does a mail server that refuses the mailbox, or everything, tell who exists")
    func refusals() async throws {
        let harness = try await MailHarness()
        harness.mail.refuseRecipients()
        #expect(try await harness.ask("ResetPassword", for: MailHarness.address).types == [.suspendedTextOutput])
        harness.mail.fail(with: MessageError(.unavailable, "down"))
        for address in [MailHarness.address, "nobody@example.com"] {
            #expect(try await harness.ask("ResetPassword", for: address).types == [.suspendedTextOutput])
        }
        harness.mail.fail(with: MessageError(.notConfigured, "none"))
        for address in [MailHarness.address, "nobody@example.com"] {
            #expect(await harness.error { try await harness.ask("ResetPassword", for: address) } == JourneyRunError(.internal))
        }
        #expect(try await harness.waiting() == 3)
    }

    @Test("an account that is switched off gets no link")
    func inactive() async throws {
        let harness = try await MailHarness()
        _ = try await harness.journey.domain.directory.accounts.change(
            harness.journey.user.id, in: harness.journey.realm, as: .administrator
        ) {
            $0["accountStatus"] = "inactive"
        }
        #expect(try await harness.ask("ResetPassword", for: MailHarness.address).types == [.suspendedTextOutput])
        #expect(harness.mail.messages.isEmpty)
    }

    @Test("an address that two accounts have is nobody's")
    func shared() async throws {
        let harness = try await MailHarness()
        let other = try await harness.journey.addUser("other")
        _ = try await harness.journey.domain.directory.accounts.change(other.id, in: harness.journey.realm, as: .administrator) {
            document in
            for (name, value) in [("mail", MailHarness.address), ("givenName", "O"), ("sn", "T")] { document[name] = .string(value) }
        }
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        #expect(harness.mail.messages.isEmpty)
    }

    @Test("of two links the second is void when the first has changed the account")
    func second() async throws {
        let harness = try await MailHarness()
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        let first = try #require(harness.mail.suspendedID)
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        _ = try await harness.send(harness.open(first).step, "another long password").success
        #expect(await harness.error { try await harness.open() } == JourneyRunError(.failed))
    }

    @Test("an empty answer asks again and sends nothing")
    func empty() async throws {
        let harness = try await MailHarness()
        let form = try await harness.journey.step("ResetPassword")
        for answer in [nil, "", "not an address"] as [JSONValue?] {
            _ = await harness.error { try await harness.journey.send(form, answer) }
        }
        #expect(try await harness.journey.send(Step(authID: form.authID, callbacks: [])).step.types == [.stringAttribute])
        #expect(harness.mail.messages.isEmpty)
    }

    @Test("a forgotten name comes by mail, and the login follows")
    func username() async throws {
        let harness = try await MailHarness()
        _ = try await harness.ask("ForgottenUsername", for: MailHarness.address)
        #expect(harness.mail.messages.last?.content.text.contains("Your user name is demo.") == true)
        let login = try await harness.open().step
        #expect(login.types == [.name, .password])
        #expect(try await harness.send(login, "demo", "Ch4ng3it!").success.session?.username == "demo")
    }

    @Test("the link of one doesn't sign another in")
    func another() async throws {
        let harness = try await MailHarness()
        _ = try await harness.journey.addUser("other")
        _ = try await harness.ask("ForgottenUsername", for: MailHarness.address)
        let login = try await harness.open().step
        let again = try await harness.send(login, "other", "Ch4ng3it!").step
        #expect(again.types == [.name, .password])
    }

    @Test("who is signed in and has no password sets one by a link, not by the session alone")
    func noPassword() async throws {
        let harness = try await MailHarness()
        try await harness.journey.add(BuiltInJourneys.updatePassword)
        let (domain, realm) = (harness.journey.domain, harness.journey.realm)
        let user = try await domain.directory.users.create(
            "plain", in: realm.id, attributes: ["mail": "plain@example.com"], passwordHash: nil)
        let (session, token) = try await harness.journey.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        let step = try await harness.journey.step("UpdatePassword") { ($0.session, $0.sessionToken) = (session, token) }
        #expect(step.types == [.suspendedTextOutput] && harness.mail.messages.last?.to.text == "plain@example.com")
        let done = try await harness.send(harness.open().step, "another long password").success
        #expect(done.session?.username == "plain")
        #expect(try await harness.journey.login(as: "plain", password: Secret("another long password")).success.session != nil)
    }

    @Test("a mail to the user tells by its outcome whether it was taken")
    func template() async throws {
        let harness = try await MailHarness()
        try await harness.journey.add(
            """
            name: Greeting
            start: credentials
            noSession: true
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": mail, "false": failure }
              mail: { emailTemplate: {}, EMAIL_SENT: sent, EMAIL_NOT_SENT: not }
              sent: { message: { message: sent }, "true": success, "false": failure }
              not: { message: { message: not }, "true": success, "false": failure }
            """)
        #expect(try await harness.journey.login("Greeting").step.message == "sent")
        #expect(harness.mail.messages.last?.content.text == "Your account demo has been made.")
        harness.mail.fail(with: MessageError(.refused, "no"))
        #expect(try await harness.journey.login("Greeting").step.message == "sent", "only the mail server knows")
        harness.mail.fail(with: MessageError(.notConfigured, "none"))
        #expect(try await harness.journey.login("Greeting").step.message == "not")
    }
}
