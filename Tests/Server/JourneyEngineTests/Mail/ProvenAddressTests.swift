import Foundation
import JourneyMessages
import MailTesting
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Services
import Sessions
import Directory
import Messaging

@Suite("Proven addresses in journeys")
struct ProvenAddressTests {
    /// The user changes their address, as an owner does.
    private func claim(_ address: String, _ harness: MailHarness) async throws {
        _ = try await harness.journey.domain.directory.accounts.change(harness.journey.user.id, in: harness.journey.realm, as: .owner) {
            $0["mail"] = .string(address)
        }
    }

    private func signedIn(_ harness: MailHarness) async throws -> (UserSession, Secret) {
        let (domain, realm, user) = (harness.journey.domain, harness.journey.realm, harness.journey.user)
        return try await harness.journey.database.write {
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, $0)
        }
    }

    @Test("a registration by a mailed link proves the address; what an administrator gave is none")
    func registration() async throws {
        let harness = try await MailHarness()
        _ = try await harness.register()
        let done = try await harness.open().success
        let user = try #require(
            try await harness.journey.domain.directory.users.user(named: done.session?.username ?? "", in: harness.journey.realm.id))
        #expect(user.isMailProven)
        #expect(try await harness.journey.storedUser()?.isMailProven == false, "an address that an administrator gave")
    }

    @Test("a reset goes to the address that was known before the user's own change, and proves it")
    func reset() async throws {
        let harness = try await MailHarness()
        try await claim("new@example.com", harness)
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        #expect(harness.mail.messages.last?.to.text == MailHarness.address)
        _ = try await harness.open()
        let user = try #require(try await harness.journey.storedUser())
        #expect(user.recovery == RecoveryAddress(MailHarness.address, .proven) && !user.isMailProven)
        _ = try await harness.ask("ResetPassword", for: "new@example.com")
        #expect(harness.mail.messages.last?.to.text == MailHarness.address, "the new address is found, and isn't written to")
    }

    @Test("somebody else's address in a profile neither gets nor blocks the owner's reset")
    func foreign() async throws {
        let harness = try await MailHarness()
        let eve = try await harness.journey.addUser("eve")
        _ = try await harness.journey.domain.directory.accounts.change(eve.id, in: harness.journey.realm) { document in
            for (name, value) in [("mail", "eve@example.com"), ("givenName", "E"), ("sn", "V")] { document[name] = .string(value) }
        }
        _ = try await harness.journey.domain.directory.accounts.change(eve.id, in: harness.journey.realm, as: .owner) {
            $0["mail"] = .string(MailHarness.address)
        }
        _ = try await harness.ask("ResetPassword", for: MailHarness.address)
        #expect(harness.mail.messages.map(\.to.text) == [MailHarness.address])
        let done = try await harness.send(harness.open().step, "another long password").success
        #expect(done.session?.username == "demo")
    }

    @Test("who is signed in proves a new address by its link, which proves no more than that")
    func confirmation() async throws {
        let harness = try await MailHarness()
        try await harness.journey.add(BuiltInJourneys.confirmEmail)
        try await harness.journey.add(BuiltInJourneys.updatePassword)
        try await claim("new@example.com", harness)
        let (session, token) = try await signedIn(harness)
        _ = try await harness.journey.step("ConfirmEmail") { ($0.session, $0.sessionToken) = (session, token) }
        #expect(harness.mail.messages.last?.to.text == "new@example.com")
        _ = try await harness.open()
        let user = try #require(try await harness.journey.storedUser())
        #expect(user.isMailProven && user.recoveryMail == "new@example.com")
    }

    @Test("a link at an address that is only claimed sets no password by itself")
    func claimedLink() async throws {
        let harness = try await MailHarness()
        try await harness.journey.add(BuiltInJourneys.updatePassword)
        let (domain, realm) = (harness.journey.domain, harness.journey.realm)
        let user = try await domain.directory.users.create(
            "plain", in: realm.id, attributes: ["mail": "plain@example.com"], passwordHash: nil)
        let (session, token) = try await harness.journey.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        _ = try await domain.directory.accounts.change(user.id, in: realm, as: .owner) { $0["mail"] = "eve@example.com" }
        _ = try await harness.journey.step("UpdatePassword") { ($0.session, $0.sessionToken) = (session, token) }
        #expect(harness.mail.messages.last?.to.text == "eve@example.com")
        let step = try await harness.open().step
        #expect(await harness.error { try await harness.send(step, "another long password") } != nil)
        #expect(try await domain.directory.users.user(user.id, in: realm.id)?.passwordHash == nil)
    }
}
