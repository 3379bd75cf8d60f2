import Foundation
import MailTesting
import Primitives
import Store
import Testing
@testable import Messaging
@testable import Foundations
@testable import Directory
@testable import DevicePolicies
@testable import Services

@Suite("What owners are told of their accounts")
struct AccountNoticeTests {
    private func account(_ harness: DomainHarness) async throws -> User {
        var new = NewAccount("ada", ["mail": "ada@example.com", "givenName": "Ada", "sn": "King"])
        new.mail = .proven
        return try await harness.domain.directory.accounts.create(new, in: harness.realm)
    }

    private func change(_ user: User, _ harness: DomainHarness, as author: Accounts.Author, _ name: String, _ value: JSONValue) async throws
    {
        _ = try await harness.domain.directory.accounts.change(user.id, in: harness.realm, as: author) { $0[name] = value }
    }

    @Test("of a change of the address the old one and the new are told, whoever made it", arguments: [true, false])
    func address(_ isOwner: Bool) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        try await change(user, harness, as: isOwner ? .owner : .administrator, "mail", "new@example.com")
        try await harness.domain.messaging.notices.deliver()
        #expect(Set(mail.messages.map(\.to.text)) == ["ada@example.com", "new@example.com"])
        #expect(mail.messages.allSatisfy { $0.content.text.contains("The e-mail address was changed.") })
        #expect(mail.messages.allSatisfy { !$0.content.text.contains("ada") && !$0.content.text.contains("new@") })
        await harness.close()
    }

    @Test("passwords, names and factors are told at the address that is the owner's, and nothing else is")
    func kinds() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        try await change(user, harness, as: .administrator, "givenName", "Eve")
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.isEmpty)
        try await harness.domain.directory.accounts.setPassword(Secret("a new and long password"), of: user, in: harness.realm)
        try await change(user, harness, as: .administrator, "userName", "countess")
        try await harness.domain.directory.users.setMFABypass(
            until: harness.time.now.addingTimeInterval(60), of: user.id, in: harness.realm.id)
        try await harness.domain.messaging.notices.deliver()
        let text = try #require(mail.messages.first?.content.text)
        #expect(mail.messages.count == 1 && mail.messages.first?.to.text == "ada@example.com")
        for line in ["The password", "The user name", "removed or switched off"] { #expect(text.contains(line)) }
        #expect(!text.contains("was added") && !text.contains("a new and long password") && !text.contains("countess"))
        await harness.close()
    }

    @Test("each kind of event about a factor is told", arguments: [AuditEvent.Kind.deviceAdded, .devicePaired, .deviceRemoved])
    func factors(_ kind: AuditEvent.Kind) async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        try await harness.database.write { [harness] transaction in
            try harness.domain.platform.audit.append(kind, at: harness.time.now, realm: harness.realm.id, user: user.id, in: transaction)
        }
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.first?.content.text.contains(kind == .deviceRemoved ? "was removed" : "was added") == true)
        await harness.close()
    }

    @Test("many changes make one message, and the next follows when ten minutes are over")
    func storm() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        for round in 0..<30 {
            try await change(user, harness, as: .administrator, "userName", .string("ada\(round)"))
            try await harness.domain.messaging.notices.deliver()
            harness.time.advance(by: 1)
        }
        #expect(mail.messages.count == 1)
        harness.time.advance(by: AccountNotices.pause)
        for _ in 0..<3 { try await harness.domain.messaging.notices.deliver() }
        #expect(mail.messages.count == 2, "what happened in the pause is told after it, once")
        harness.time.advance(by: AccountNotices.pause + 1)
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.count == 2)
        await harness.close()
    }

    @Test("an account that is changed again and again keeps few lines")
    func bounded() async throws {
        let harness = try await DomainHarness(mail: RecordingMail())
        let user = try await account(harness)
        for round in 0..<60 { try await change(user, harness, as: .owner, "mail", .string("m\(round)@example.com")) }
        let count = try await harness.database.read { try $0.rows("SELECT kind FROM account_notices").count }
        #expect(count <= 40)
        await harness.close()
    }

    @Test("what no mail server takes is tried again, for a day; where there is none it is forgotten")
    func failures() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        mail.fail(with: MessageError(.unavailable, "down"))
        try await change(user, harness, as: .administrator, "userName", "other")
        try await harness.domain.messaging.notices.deliver()
        mail.fail(with: nil)
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.isEmpty, "not before the pause is over")
        harness.time.advance(by: AccountNotices.pause + 1)
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.count == 1)
        mail.fail(with: MessageError(.notConfigured, "none"))
        harness.time.advance(by: AccountNotices.pause + 1)
        try await change(user, harness, as: .administrator, "userName", "another")
        try await harness.domain.messaging.notices.deliver()
        mail.fail(with: nil)
        harness.time.advance(by: AccountNotices.pause + 1)
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.count == 1)
        await harness.close()
    }

    @Test("a realm's own text goes before the standard one, in the user's language, and can be switched off")
    func template() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        let user = try await account(harness)
        try await change(user, harness, as: .administrator, "preferredLanguage", "de")
        try await change(user, harness, as: .administrator, "userName", "eins")
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.last?.content.subject == "Ihr Konto wurde geändert")
        func save(_ isEnabled: Bool) async throws {
            try await harness.domain.messaging.templates.save(
                try EmailTemplate(
                    AccountNotices.template,
                    ["enabled": .bool(isEnabled), "subject": ["en": "Ours"], "message": ["en": "{{#if object.name}}name{{/if}}"]]),
                in: harness.realm.id)
        }
        try await save(true)
        harness.time.advance(by: AccountNotices.pause + 1)
        try await change(user, harness, as: .administrator, "userName", "zwei")
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.last?.content.subject == "Ours" && mail.messages.last?.content.text.contains("name") == true)
        try await save(false)
        harness.time.advance(by: AccountNotices.pause + 1)
        try await change(user, harness, as: .administrator, "userName", "drei")
        try await harness.domain.messaging.notices.deliver()
        #expect(mail.messages.count == 2)
        await harness.close()
    }
}
