import Foundation
import MailTesting
import Messaging
import Primitives
import SignIn
import Testing
import Directory
import Foundations
import Services

@Suite("Codes to recover a password by")
struct RecoveryCodeTests {
    @Test("are good for as long as the realm says", arguments: [(-1.0, true), (1.0, false)])
    func lifetime(lateness: Double, isGood: Bool) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        var realm = harness.realm
        realm.settings.recoveryCodeLifetime = 600
        try await harness.domain.realms.update(realm)
        var server = MailServerSettings()
        (server.host, server.from) = ("smtp.example.com", "no-reply@example.com")
        try await harness.domain.mailServers.set(MailServer(server), of: realm)
        _ = try await harness.domain.accounts.change(harness.user.id, in: realm) { $0["mail"] = "demo@example.com" }
        try await harness.domain.passwordRecovery.begin(harness.user.id, in: realm, from: "192.0.2.1")
        let text = try #require(mail.last(to: "demo@example.com")?.content.text)
        let code = try #require(text.split { !$0.isLetter && !$0.isNumber }.first { $0.count == 8 && $0.allSatisfy { !$0.isLowercase } })
        harness.time.advance(by: 600 + lateness)
        let recovery = harness.domain.passwordRecovery
        func finish() async throws {
            try await recovery.finish(
                "demo", code: Secret(String(code)), password: Secret("a new password of theirs"), in: realm, from: "192.0.2.1")
        }
        if isGood { try await finish() } else { await #expect(throws: PasswordRecoveryError.self) { try await finish() } }
        await harness.close()
    }
}
