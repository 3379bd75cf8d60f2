import Foundation
import MailTesting
import Primitives
import Store
import Testing
@testable import Messaging
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("The outbox of messages")
struct OutboxTests {
    private let mail = RecordingMail()

    private func harness() async throws -> DomainHarness { try await DomainHarness(mail: mail, messages: .byWorker) }

    private func order(_ realm: Realm, to address: String? = "ada@example.com", isDiscreet: Bool = false) throws -> MailOrder {
        MailOrder(
            MailContent(subject: "S", text: "the code 123456"), to: try address.map { try MailAddress($0) }, in: realm, purpose: "test",
            by: .stranger(at: "192.0.2.1"), isDiscreet: isDiscreet)
    }

    /// The ids of the messages that wait.
    private func waiting(_ harness: DomainHarness) async throws -> [String] {
        try await harness.database.read { try $0.rows("SELECT id FROM outbox").map { try $0.text("id") } }
    }

    /// The outcomes that the audit log has, each with its reason.
    private func outcomes(_ harness: DomainHarness) async throws -> [String] {
        try await AuditLog.seal(harness.database)
        return try await harness.database.read {
            try $0.rows("SELECT outcome, reason FROM audit_event WHERE kind IN ('mail.sent', 'sms.sent') ORDER BY seq").map {
                try [$0.text("outcome"), $0.optionalText("reason")].compactMap(\.self).joined(separator: ": ")
            }
        }
    }

    @Test("a message that a process has written and not sent is sent by the next one, once")
    func killed() async throws {
        let harness = try await harness()
        try await harness.domain.messaging.mail.send(order(harness.realm))
        let waiting = try await waiting(harness)
        #expect(waiting.count == 1 && mail.messages.isEmpty)
        let next = RecordingMail()
        let node = harness.anotherNode(mail: next, messages: .byWorker)
        try await node.messaging.outbox.deliverDue()
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(next.messages.map(\.id) == waiting && next.messages.first?.content.text == "the code 123456" && mail.messages.isEmpty)
        #expect(try await self.waiting(harness).isEmpty)
        #expect(try await outcomes(harness) == ["success"])
        await harness.close()
    }

    @Test("a process that ends while it sends leaves the message to another, which sends it under the same id when the claim has ended")
    func killedWhileSending() async throws {
        let harness = try await harness()
        try await harness.domain.messaging.mail.send(order(harness.realm))
        let waiting = try await waiting(harness)
        mail.whileSending { throw CancellationError() }
        try await harness.domain.messaging.outbox.deliverDue()
        let next = RecordingMail()
        let node = harness.anotherNode(mail: next, messages: .byWorker)
        try await node.messaging.outbox.deliverDue()
        #expect(next.messages.isEmpty && mail.messages.isEmpty, "it may still be on its way")
        harness.time.advance(by: OutboxStore.claim + 1)
        try await node.messaging.outbox.deliverDue()
        #expect(next.messages.map(\.id) == waiting)
        #expect(try await outcomes(harness) == ["success"])
        await harness.close()
    }

    @Test("of two workers one sends a message")
    func accepted() async throws {
        let harness = try await harness()
        for _ in 0..<4 { try await harness.domain.messaging.mail.send(order(harness.realm)) }
        let node = harness.anotherNode(mail: mail, messages: .byWorker)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for outbox in [harness.domain.messaging.outbox, node.messaging.outbox] { group.addTask { try await outbox.deliverDue() } }
            try await group.waitForAll()
        }
        #expect(mail.messages.count == 4 && Set(mail.messages.map(\.id)).count == 4)
        #expect(try await outcomes(harness) == Array(repeating: "success", count: 4))
        await harness.close()
    }

    @Test("an order is answered while the mail server takes its time, with a recipient and without", arguments: ["ada@example.com", nil])
    func slow(_ address: String?) async throws {
        let harness = try await harness()
        let (stream, opening) = AsyncStream<Void>.makeStream()
        // Any number of tasks wait for its end.
        let gate = Task { for await _ in stream {} }
        mail.whileSending { await gate.value }
        let worker = Task { [outbox = harness.domain.messaging.outbox] in await outbox.run { Issue.record($0) } }
        // It would not return if it waited for the mail server.
        try await harness.domain.messaging.mail.send(order(harness.realm, to: address, isDiscreet: true))
        #expect(mail.messages.isEmpty)
        opening.finish()
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(mail.messages.count == (address == nil ? 0 : 1))
        #expect(try await outcomes(harness) == [address == nil ? "failure: no recipient to send it to" : "success"])
        harness.domain.messaging.outbox.stop()
        await worker.value
        await harness.close()
    }

    @Test("the messages of one realm wait for its mail server, those of another don't")
    func lanes() async throws {
        let (sent, telling) = AsyncStream<String>.makeStream()
        let (stream, opening) = AsyncStream<Void>.makeStream()
        // Any number of tasks wait for its end.
        let gate = Task { for await _ in stream {} }
        let slow = SlowMail(stuck: "stuck@example.com", gate: gate) { telling.yield($0) }
        let harness = try await DomainHarness(mail: slow, messages: .byWorker)
        let root = try await harness.domain.directory.realms.realm(at: .root)
        let worker = Task { [outbox = harness.domain.messaging.outbox] in await outbox.run { Issue.record($0) } }
        for _ in 0..<5 { try await harness.domain.messaging.mail.send(order(harness.realm, to: "stuck@example.com")) }
        try await harness.domain.messaging.mail.send(order(root, to: "ada@example.com"))
        for await address in sent {
            #expect(address == "ada@example.com")
            break
        }
        opening.finish()
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(try await waiting(harness).isEmpty)
        harness.domain.messaging.outbox.stop()
        await worker.value
        await harness.close()
    }

    @Test("a mail server that is down is tried again with growing pauses; the first failure and the end are written down")
    func retries() async throws {
        let harness = try await harness()
        try await harness.domain.messaging.mail.send(order(harness.realm))
        mail.fail(with: MessageError(.unavailable, "down"))
        var dues: [TimeInterval] = []
        for _ in 0..<3 {
            try await harness.domain.messaging.outbox.deliverDue()
            let due = try await harness.database.read { try $0.row("SELECT due FROM outbox")?.date("due") }
            let pause = try #require(due).timeIntervalSince(harness.time.now)
            dues.append(pause)
            harness.time.advance(by: pause - 1)
            try await harness.domain.messaging.outbox.deliverDue()
            harness.time.advance(by: 2)
        }
        #expect(dues[0] < dues[1] && dues[1] < dues[2] && dues[2] < 60, "\(dues)")
        mail.fail(with: nil)
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(mail.messages.count == 1)
        #expect(try await outcomes(harness) == ["failure: down", "success"])
        await harness.close()
    }

    @Test("a code that has expired isn't sent, whether the mail server or this one was down")
    func expiry() async throws {
        let harness = try await harness()
        try await harness.domain.messaging.mail.send(order(harness.realm))
        mail.fail(with: MessageError(.unavailable, "down"))
        for _ in 0..<10 {
            try await harness.domain.messaging.outbox.deliverDue()
            harness.time.advance(by: 60)
        }
        #expect(try await waiting(harness).isEmpty)
        mail.fail(with: nil)
        try await harness.domain.messaging.mail.send(order(harness.realm))
        harness.time.advance(by: 301)
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(mail.messages.isEmpty)
        #expect(try await waiting(harness).isEmpty)
        #expect(try await outcomes(harness) == ["failure: down", "failure: down", "failure: it could not be sent in time"])
        await harness.close()
    }

    @Test("a message that is refused is not tried again")
    func refused() async throws {
        let harness = try await harness()
        mail.refuseRecipients()
        try await harness.domain.messaging.mail.send(order(harness.realm))
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(try await waiting(harness).isEmpty)
        #expect(try await outcomes(harness) == ["failure: 550 no such mailbox"])
        await harness.close()
    }

    @Test("limits are counted when a message is ordered, not when it is sent; what waits is measured, and its text sealed")
    func limits() async throws {
        let harness = try await harness()
        for _ in 0..<5 { try await harness.domain.messaging.mail.send(order(harness.realm)) }
        await #expect(throws: MessageError(.overloaded, "")) { try await harness.domain.messaging.mail.send(order(harness.realm)) }
        harness.time.advance(by: 30)
        #expect(try await harness.domain.messaging.outbox.store.queues() == [OutboxQueue(channel: .mail, count: 5, age: 30)])
        let kept = try await harness.database.read { try $0.rows("SELECT sealed FROM outbox").map { try $0.blob("sealed") } }
        #expect(kept.count == 5)
        for bytes in kept { #expect(!String(decoding: bytes, as: UTF8.self).contains("123456")) }
        await harness.close()
    }

    @Test("text messages and calls wait too, each for its own gateway")
    func phone() async throws {
        let harness = try await harness()
        let order = SMSOrder("x", to: try PhoneNumber("+41791234567"), in: harness.realm, purpose: "test", by: .stranger(at: "192.0.2.1"))
        for delivery in [harness.domain.messaging.sms, harness.domain.messaging.voice] {
            await #expect(throws: MessageError(.notConfigured, "")) { try await delivery.send(order) }
        }
        try await harness.domain.messaging.smsGateways.set(RecordingGateway.settings, of: harness.realm)
        try await harness.domain.messaging.sms.send(order)
        #expect(try await waiting(harness).count == 1)
        // The harness reaches nothing: the gateway gives no answer.
        try await harness.domain.messaging.outbox.deliverDue()
        #expect(try await waiting(harness).count == 1)
        #expect(try await outcomes(harness).count == 3)
        await harness.close()
    }

    @Test("what belongs to a message is written with it, or neither is")
    func together() async throws {
        struct Failure: Error {}
        let harness = try await harness()
        await #expect(throws: Failure.self) {
            try await harness.domain.messaging.mail.send(order(harness.realm)) { _, isSent in
                #expect(isSent)
                throw Failure()
            }
        }
        #expect(try await waiting(harness).isEmpty)
        await harness.close()
    }
}

/// A mail server that doesn't answer for one recipient until a gate opens.
private struct SlowMail: MailSender {
    let stuck: String
    let gate: Task<Void, Never>
    let tell: @Sendable (String) -> Void

    init(stuck: String, gate: Task<Void, Never>, tell: @escaping @Sendable (String) -> Void) {
        self.stuck = stuck
        self.gate = gate
        self.tell = tell
    }

    func send(_ message: MailMessage, by server: MailServer?) async throws {
        if message.to.text == stuck { await gate.value }
        tell(message.to.text)
    }

    func check(_ server: MailServer?) throws(MessageError) {}
}
