import Foundation
import MailTesting
import Messaging
import Primitives
import SignIn
import Testing
import Foundations
import Services
@testable import Directory

@Suite("Codes to recover a password by")
struct RecoveryCodeTests {
    @Test("are good for as long as the realm says", arguments: [(-1.0, true), (1.0, false)])
    func lifetime(lateness: Double, isGood: Bool) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let (realm, code) = try await sent(harness, mail) { $0[JourneySettings.self].recoveryCodeLifetime = 600 }
        harness.time.advance(by: 600 + lateness)
        let recovery = harness.domain.signIn.passwordRecovery
        func finish() async throws {
            try await recovery.finish(
                "demo", code: code, password: Secret("a new password of theirs"), in: realm
            ) { _ in .stranger(at: "192.0.2.1") }
        }
        if isGood { try await finish() } else { await #expect(throws: PasswordRecoveryError.self) { try await finish() } }
        await harness.close()
    }

    @Test("are good at the fifth try, and void after five wrong ones", arguments: [4, 5])
    func lastTry(_ wrong: Int) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let (realm, code) = try await sent(harness, mail) { $0[BoundsSettings.self].lockoutThreshold = 50 }
        func finish(_ code: Secret) async throws {
            try await harness.domain.signIn.passwordRecovery.finish(
                "demo", code: code, password: Secret("a new password of theirs"), in: realm
            ) { _ in .stranger(at: "192.0.2.1") }
        }
        for _ in 0..<wrong { await #expect(throws: PasswordRecoveryError.self) { try await finish(Secret("AAAAAAAA")) } }
        if wrong < 5 { try await finish(code) } else { await #expect(throws: PasswordRecoveryError.self) { try await finish(code) } }
        await harness.close()
    }

    @Test("what strangers have sent later doesn't put aside what the user's own browser or another network has sent")
    func askers() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let recovery = harness.domain.signIn.passwordRecovery
        func finish(_ code: Secret, in realm: Realm) async throws {
            try await recovery.finish(
                "demo", code: code, password: Secret("a new password of theirs"), in: realm
            ) { _ in .stranger(at: "192.0.2.1") }
        }
        let (realm, first) = try await sent(harness, mail) { $0[MessageSettings.self].mailsPerRecipientAndMinute = 50 }
        let browser = BudgetAsker(.browser(of: harness.user.id), at: "192.0.2.1")
        try await recovery.begin(harness.user.id, in: realm, by: browser)
        let own = try code(mail)
        for network in 1...9 {
            harness.time.advance(by: 1)
            try await recovery.begin("demo", in: realm) { _ in .stranger(at: "198.51.\(network).7") }
        }
        await #expect(throws: PasswordRecoveryError.self, "eight networks came after it") { try await finish(first, in: realm) }
        let newest = try code(mail)
        try await finish(own, in: realm)
        await #expect(throws: PasswordRecoveryError.self, "a password was set since") { try await finish(newest, in: realm) }
        await harness.close()
    }

    @Test("a stranger's wrong tries void no code that another has asked for, and lock no factor", arguments: [5, 30])
    func strangersTries(_ wrong: Int) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let (realm, code) = try await sent(harness, mail) { $0[BoundsSettings.self].lockoutThreshold = 5 }
        func finish(_ code: Secret, from address: String) async throws {
            try await harness.domain.signIn.passwordRecovery.finish(
                "demo", code: code, password: Secret("a new password of theirs"), in: realm
            ) {
                _ in
                .stranger(at: address)
            }
        }
        for number in 0..<wrong {
            let address = "198.51.\(number / 5).7"
            await #expect(throws: PasswordRecoveryError.self) { try await finish(Secret("AAAAAAAA"), from: address) }
        }
        #expect(try await harness.domain.directory.users.failures(of: harness.user.id, in: realm.id).isEmpty)
        await #expect(throws: PasswordRecoveryError.self, "the others had their five") { try await finish(code, from: "198.51.99.7") }
        try await finish(code, from: "192.0.2.1")
        await harness.close()
    }

    /// The code in the last mail.
    private func code(_ mail: RecordingMail) throws -> Secret {
        let text = try #require(mail.last(to: "demo@example.com")?.content.text)
        let code = try #require(text.split { !$0.isLetter && !$0.isNumber }.first { $0.count == 8 && $0.allSatisfy { !$0.isLowercase } })
        return Secret(String(code))
    }

    @Test("are good after a login that hashed the same password anew")
    func hashedAnew() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let (realm, code) = try await sent(harness, mail) { _ in }
        let node = harness.anotherNode(hashing: .argon2id(memory: 64, passes: 1, lanes: 1))
        let hash = try #require(harness.user.passwordHash)
        try await node.credentials.passwords.renew(hash, by: Secret(DomainHarness.password), of: harness.user, for: .server)
        #expect(try await harness.domain.directory.users.user(harness.user.id, in: realm.id)?.passwordHash != hash)
        try await harness.domain.signIn.passwordRecovery.finish(
            "demo", code: code, password: Secret("a new password of theirs"), in: realm
        ) { _ in .stranger(at: "192.0.2.1") }
        await node.directory.hasher.close()
        await harness.close()
    }

    /// A realm whose user was sent a code, and the code.
    private func sent(
        _ harness: DomainHarness, _ mail: RecordingMail, _ change: (inout RealmSettings) -> Void
    ) async throws -> (Realm, Secret) {
        var realm = harness.realm
        change(&realm.settings)
        try await harness.domain.directory.realms.update(realm)
        var server = MailServerSettings()
        (server.host, server.from) = ("smtp.example.com", "no-reply@example.com")
        try await harness.domain.messaging.mailServers.set(MailServer(server), of: realm)
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: realm) { $0["mail"] = "demo@example.com" }
        try await harness.domain.signIn.passwordRecovery.begin(harness.user.id, in: realm, by: .stranger(at: "192.0.2.1"))
        return (realm, try code(mail))
    }
}
