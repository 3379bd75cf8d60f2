import MailTesting
import Primitives
import Store
import Testing
import Messaging
import Services
import Directory
import Foundations

@Suite("The realms' SMS gateways")
struct SMSDeliveryTests {
    private static func gateway(_ host: String) -> SMSGateway {
        var gateway = SMSGateway(url: "https://\(host)/", body: .json(["to": "{{to}}", "text": "{{text}}", "key": "{{secret}}"]))
        gateway.secret = Secret("s3cret")
        return gateway
    }

    @Test("a realm's own, else that above it; the secret is sealed")
    func inherited() async throws {
        let harness = try await DomainHarness()
        let (domain, root) = (harness.domain, try await harness.domain.directory.realms.realm(at: .root))
        #expect(try await domain.messaging.smsGateways.gateway(for: harness.realm) == nil)
        try await domain.messaging.smsGateways.set(Self.gateway("a.example.com"), of: root)
        #expect(try await domain.messaging.smsGateways.gateway(for: harness.realm) == Self.gateway("a.example.com"))
        #expect(try await domain.messaging.smsGateways.own(of: harness.realm) == nil)
        try await domain.messaging.smsGateways.set(Self.gateway("b.example.com"), of: harness.realm)
        #expect(try await domain.messaging.smsGateways.gateway(for: harness.realm)?.host == "b.example.com")
        let rows = try await domain.platform.database.read {
            try $0.rows("SELECT definition FROM documents").map { try $0.text("definition") }
        }
        #expect(rows.count == 2 && !rows.contains { $0.contains("s3cret") })
        try await domain.messaging.smsGateways.remove(of: harness.realm)
        #expect(try await domain.messaging.smsGateways.gateway(for: harness.realm)?.host == "a.example.com")
        await #expect(throws: DomainError(.unknownGateway, "")) { try await domain.messaging.smsGateways.remove(of: harness.realm) }
    }

    @Test("the gateway of calls is another one, with placeholders that one for text messages can't have")
    func calls() async throws {
        let peer = RecordingGateway()
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        var gateway = SMSGateway(
            url: "https://voice.example.com/", body: .json(["to": "{{to}}", "say": "<Say>{{xml}}</Say>", "dial": "{{extension}}"]))
        let forCalls = gateway
        await #expect(throws: MessageError(.invalid, "")) { try await domain.messaging.smsGateways.set(forCalls, of: realm) }
        try await domain.messaging.voiceGateways.set(gateway, of: realm)
        #expect(try await domain.messaging.smsGateways.gateway(for: realm) == nil)
        let voice = domain.messaging.voice.sending(by: HTTPSMSSender(http: peer))
        var order = SMSOrder("<a> & \"b\"", to: try PhoneNumber("+41791234567"), in: realm, purpose: "test", by: .stranger(at: "192.0.2.1"))
        order.details.phoneExtension = "12#"
        let call = order
        try await voice.send(call)
        let sent = try JSONValue(parsing: peer.text ?? "")
        #expect(sent["say"] == "<Say>&lt;a&gt; &amp; &quot;b&quot;</Say>" && sent["dial"] == "12#")
        gateway.body = .json(["to": "{{to}}", "say": "{{text}}"])
        try await domain.messaging.voiceGateways.set(gateway, of: realm)
        await #expect(throws: MessageError(.invalid, "")) { try await voice.send(call) }
        await #expect(throws: MessageError(.notConfigured, "")) {
            try await domain.messaging.sms.sending(by: HTTPSMSSender(http: peer)).send(call)
        }
    }

    @Test("mail and text messages count together against the limit of who asks for them")
    func limits() async throws {
        let peer = RecordingGateway()
        let harness = try await DomainHarness()
        let (domain, realm) = (harness.domain, harness.realm)
        try await domain.messaging.smsGateways.set(Self.gateway("a.example.com"), of: realm)
        let sms = domain.messaging.sms.sending(by: HTTPSMSSender(http: peer))
        let order = { (number: String, from: String) in
            SMSOrder("x", to: try PhoneNumber(number), in: realm, purpose: "test", by: .stranger(at: from))
        }
        for _ in 0..<5 { try await sms.send(order("+41791234567", "192.0.2.1")) }
        await #expect(throws: MessageError(.overloaded, "")) { try await sms.send(order("+41791234567", "192.0.2.1")) }
        try await sms.send(order("+41791234567", "192.0.2.2"))
        for index in 0..<14 { try await sms.send(order("+4179123\(1000 + index)", "192.0.2.1")) }
        await #expect(throws: MessageError(.overloaded, "")) { try await sms.send(order("+41791239999", "192.0.2.1")) }
        let mail = MailOrder(
            MailContent(subject: "x", text: "x"), to: try MailAddress("a@example.com"), in: realm, purpose: "test",
            by: .stranger(at: "192.0.2.1"))
        await #expect(throws: MessageError(.overloaded, "")) { try await domain.messaging.mail.send(mail) }
        #expect(peer.requests.count == 20)
    }

    @Test("a message is recorded, taken or not, and never its text")
    func audit() async throws {
        let harness = try await DomainHarness()
        let domain = harness.domain
        try await domain.messaging.smsGateways.set(Self.gateway("a.example.com"), of: harness.realm)
        let order = SMSOrder(
            "secret code", to: try PhoneNumber("+41791234567"), in: harness.realm, purpose: "test", by: .stranger(at: "192.0.2.1"))
        try await domain.messaging.sms.sending(by: HTTPSMSSender(http: RecordingGateway())).send(order)
        await #expect(throws: MessageError(.unavailable, "")) {
            try await domain.messaging.sms.sending(by: HTTPSMSSender(http: RecordingGateway(nil))).sendNow(order)
        }
        try await AuditLog.seal(domain.platform.database)
        let rows = try await domain.platform.database.read { transaction in
            try transaction.rows("SELECT outcome, details FROM audit_event WHERE kind = 'sms.sent' ORDER BY seq").map {
                (try $0.text("outcome"), try $0.text("details"))
            }
        }
        #expect(rows.map(\.0) == ["success", "failure"] && !rows.contains { $0.1.contains("secret code") })
    }
}
