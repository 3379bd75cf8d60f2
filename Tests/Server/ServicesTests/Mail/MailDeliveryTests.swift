import MailTesting
import Primitives
import Store
import Testing
@testable import Messaging
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Delivery of mail")
struct MailDeliveryTests {
    private func order(
        _ harness: DomainHarness, to address: String? = "ada@example.com", from requester: String = "192.0.2.1", isDiscreet: Bool = false
    ) throws -> MailOrder {
        MailOrder(
            MailContent(subject: "S", text: "T"), to: try address.map { try MailAddress($0) }, in: harness.realm, purpose: "test",
            by: .stranger(at: requester), isDiscreet: isDiscreet)
    }

    private func failures(_ harness: DomainHarness) async throws -> [String?] {
        try await AuditLog.seal(harness.database)
        return try await harness.database.read {
            try $0.rows("SELECT outcome FROM audit_event WHERE kind = 'mail.sent'").map { try $0.text("outcome") }
        }
    }

    @Test("a message goes by the realm's server or the one above it, from its sender")
    func servers() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        try await harness.domain.messaging.mail.send(order(harness))
        var settings = MailServerSettings()
        (settings.host, settings.from) = ("root.example.com", "Root <root@example.com>")
        let root = try await harness.domain.directory.realms.realm(at: .root)
        try await harness.domain.messaging.mailServers.set(MailServer(settings), of: root)
        try await harness.domain.messaging.mail.send(order(harness))
        (settings.host, settings.username) = ("alpha.example.com", "alpha")
        try await harness.domain.messaging.mailServers.set(MailServer(settings, password: Secret("pass word")), of: harness.realm)
        try await harness.domain.messaging.mail.send(order(harness))
        #expect(mail.servers.map { $0?.settings.host } == [nil, "root.example.com", "alpha.example.com"])
        #expect(mail.servers.last??.password == Secret("pass word"))
        #expect(mail.messages.map(\.from.address.text) == ["gatehouse@localhost", "root@example.com", "root@example.com"])
        #expect(try await failures(harness) == ["success", "success", "success"])
        let stored = try await harness.database.read {
            try $0.rows("SELECT password FROM mail_servers").compactMap { try $0.optionalBlob("password") }
        }
        #expect(stored.count == 1 && !String(decoding: stored[0], as: UTF8.self).contains("pass word"))
        await harness.close()
    }

    @Test("a message that wasn't taken is an error, and written down")
    func failure() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        mail.fail(with: MessageError(.refused, "550 no"))
        await #expect(throws: MessageError(.refused, "")) { try await harness.domain.messaging.mail.sendNow(order(harness)) }
        await #expect(throws: MessageError(.invalid, "")) { try await harness.domain.messaging.mail.sendNow(order(harness, to: nil)) }
        await #expect(throws: MessageError(.invalid, "")) { try await harness.domain.messaging.mail.send(order(harness, to: nil)) }
        try await harness.domain.messaging.mail.send(order(harness))
        #expect(try await failures(harness) == ["failure", "failure", "failure", "failure"])
        await harness.close()
    }

    @Test("a discreet order is answered alike whether or not there is a recipient, and writes the same")
    func discreet() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        try await harness.domain.messaging.mail.send(order(harness, isDiscreet: true))
        try await harness.domain.messaging.mail.send(order(harness, to: nil, isDiscreet: true))
        #expect(mail.messages.count == 1)
        mail.refuseRecipients()
        try await harness.domain.messaging.mail.send(order(harness, isDiscreet: true))
        mail.fail(with: MessageError(.notConfigured, "none"))
        for address in ["ada@example.com", nil] {
            await #expect(throws: MessageError(.notConfigured, "")) {
                try await harness.domain.messaging.mail.send(order(harness, to: address, isDiscreet: true))
            }
        }
        #expect(try await failures(harness).count == 5, "each leaves the same mark")
        await harness.close()
    }

    @Test("one address may ask for so many messages a minute, and for so many to one recipient")
    func limits() async throws {
        let mail = RecordingMail()
        var harness = try await DomainHarness(mail: mail)
        var realm = harness.realm
        (realm.settings[MessageSettings.self].mailsPerAddressAndMinute, realm.settings[MessageSettings.self].mailsPerRecipientAndMinute) = (
            4, 2
        )
        harness = harness.with(realm)
        for _ in 0..<2 { try await harness.domain.messaging.mail.send(order(harness, to: "Ada@example.com")) }
        await #expect(throws: MessageError(.overloaded, "")) { try await harness.domain.messaging.mail.send(order(harness)) }
        try await harness.domain.messaging.mail.send(order(harness, from: "192.0.2.2", isDiscreet: true))
        #expect(mail.messages.count == 3, "what one asks for takes nothing from another")
        try await harness.domain.messaging.mail.send(order(harness, to: "bob@example.com"))
        for isDiscreet in [true, false] {
            await #expect(throws: MessageError(.overloaded, "")) {
                try await harness.domain.messaging.mail.send(order(harness, to: "eve@example.com", isDiscreet: isDiscreet))
            }
        }
        harness.time.advance(by: 60)
        try await harness.domain.messaging.mail.send(order(harness))
        #expect(mail.messages.count == 5)
        await harness.close()
    }

    @Test(
        "what can't be a mail server is refused",
        arguments: [
            { $0.host = "" }, { $0.host = "a b" }, { $0.host = "a/b" }, { $0.host = "a@b" }, { $0.port = 70_000 }, { $0.from = "" },
            { $0.from = "a@b\r\nx" }, { $0.username = "u" },
        ] as [@Sendable (inout MailServerSettings) -> Void])
    func refused(_ change: @Sendable (inout MailServerSettings) -> Void) {
        var settings = MailServerSettings()
        (settings.host, settings.from) = ("smtp.example.com", "a@example.com")
        #expect(throws: Never.self) { try MailServer(settings).check() }
        change(&settings)
        #expect(throws: MessageError(.invalid, "")) { try MailServer(settings).check() }
    }

    @Test("a password goes nowhere without TLS but to this machine")
    func exposure() throws {
        var settings = MailServerSettings()
        (settings.host, settings.from, settings.username, settings.security) = ("smtp.example.com", "a@example.com", "u", .none)
        #expect(throws: MessageError(.invalid, "")) { try MailServer(settings, password: Secret("p")).check() }
        settings.host = "127.0.0.1"
        try MailServer(settings, password: Secret("p")).check()
    }
}
