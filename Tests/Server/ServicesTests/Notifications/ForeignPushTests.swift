import DeviceMessages
import Foundation
import JOSE
import Primitives
import Store
import Testing
import WebPush
@testable import Messaging
@testable import Services
@testable import Directory

@Suite("Push resources of this server")
struct ForeignPushTests {
    private static let origin = "https://login.example.com"

    private static func push(_ token: Secret, lasting seconds: Int = 60, _ change: (inout ForeignPush) -> Void = { _ in }) -> ForeignPush {
        var push = ForeignPush(token: token.reveal(), timeToLive: seconds, contentEncoding: "aes128gcm", body: [1, 2, 3])
        change(&push)
        return push
    }

    private static func proof(_ key: JWK, _ harness: PushHarness, audience: String = origin, lasting: TimeInterval = 600) throws -> String {
        try ApplicationServerProof(
            by: key, audience: audience, subject: "mailto:a@b.example", expires: harness.time.now.addingTimeInterval(lasting)
        ).authorization
    }

    @Test("a message reaches the installation that has subscribed")
    func arrives() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let made = try await push.subscriptions.create(for: "phone", realm: realm)
        #expect(try await push.accept(Self.push(made.token), origin: Self.origin) == 60)
        var events = try await push.subscribe("phone", realm: realm).makeAsyncIterator()
        let expected: JSONValue = ["subscription": .string(made.id), "contentEncoding": "aes128gcm", "body": "AQID"]
        #expect(try await events.next() == .letter(PushEvent(sequence: 1, kind: .message, text: expected.text)))
        let stored = try await harness.base.database.read { try $0.rows("SELECT id FROM push_subscriptions").map { try $0.text("id") } }
        #expect(stored == [made.id] && made.id != made.token.reveal())
        await harness.close()
    }

    @Test(
        "what isn't as RFC 8030 has it is refused",
        arguments: [
            ("TTL", ForeignPushError.Code.malformed), ("coding", .malformed), ("empty", .malformed), ("long", .tooLarge),
            ("topic", .malformed), ("token", .unknown), ("proof", .unauthenticated), ("expired proof", .unauthenticated),
        ])
    func malformed(_ what: String, _ code: ForeignPushError.Code) async throws {
        let harness = try await PushHarness()
        let made = try await harness.domain.messaging.push.subscriptions.create(for: "phone", realm: harness.realm.id)
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 2))
        let old = try Self.proof(key, harness, lasting: -1)
        let push = Self.push(made.token) { push in
            switch what {
            case "TTL": push.timeToLive = -1
            case "coding": push.contentEncoding = "aesgcm"
            case "empty": push.body = []
            case "long": push.body = [UInt8](repeating: 0, count: 4097)
            case "topic": push.topic = String(repeating: "x", count: 33)
            case "token": push.token += "x"
            case "proof": push.authorization = "Bearer x"
            default: push.authorization = old
            }
        }
        await #expect(throws: ForeignPushError(code, "")) { try await harness.domain.messaging.push.accept(push, origin: Self.origin) }
        await harness.close()
    }

    @Test("where one sender may send, others don't")
    func restricted() async throws {
        let harness = try await PushHarness()
        let (push, key) = (harness.domain.messaging.push, try JWK.generate(.p256, random: SeededRandom(seed: 2)))
        guard case .ec(let point) = key.material else { return }
        let made = try await push.subscriptions.create(
            for: "phone", realm: harness.realm.id, senderKey: [0x04] + point.x + point.y)
        let other = try Self.proof(try JWK.generate(.p256, random: SeededRandom(seed: 3)), harness)
        let elsewhere = try Self.proof(key, harness, audience: "https://other.example.com")
        for (authorization, code) in [
            (nil, ForeignPushError.Code.unauthenticated), (other, .forbidden), (elsewhere, .unauthenticated),
        ] {
            await #expect(throws: ForeignPushError(code, "")) {
                try await push.accept(Self.push(made.token) { $0.authorization = authorization }, origin: Self.origin)
            }
        }
        let good = try Self.proof(key, harness)
        _ = try await push.accept(Self.push(made.token) { $0.authorization = good }, origin: Self.origin)
        await #expect(throws: PushError(.invalidAddress, "")) {
            try await push.subscriptions.create(for: "phone", realm: harness.realm.id, senderKey: [1, 2, 3])
        }
        await harness.close()
    }

    @Test("a message that may not be kept is for who is there")
    func zeroLife() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let made = try await push.subscriptions.create(for: "phone", realm: realm)
        #expect(try await push.accept(Self.push(made.token, lasting: 0), origin: Self.origin) == 0)
        let stream = try await push.subscribe("phone", realm: realm)
        #expect(try await push.accept(Self.push(made.token, lasting: 0) { $0.body = [9] }, origin: Self.origin) == 0)
        var events = stream.makeAsyncIterator()
        guard case .letter(let letter)? = try await events.next() else {
            Issue.record("nothing came")
            return
        }
        #expect(letter.sequence == 1 && letter.text.contains("CQ"))
        await harness.close()
    }

    @Test("nothing is kept longer than a day, of one topic only the last, and of others not too much")
    func kept() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let made = try await push.subscriptions.create(for: "phone", realm: realm)
        #expect(try await push.accept(Self.push(made.token, lasting: 1_000_000), origin: Self.origin) == 86_400)
        for _ in 0..<40 { _ = try await push.accept(Self.push(made.token) { $0.topic = "t" }, origin: Self.origin) }
        for _ in 0..<PushMailboxes.mostForeign - 2 { _ = try await push.accept(Self.push(made.token), origin: Self.origin) }
        await #expect(throws: ForeignPushError(.tooMany, "")) { try await push.accept(Self.push(made.token), origin: Self.origin) }
        // What others send takes no room from our own.
        try await push.post(harness.message(statement: "ours"), to: "phone", realm: realm)
        let own = try await harness.base.database.read { transaction in
            try transaction.rows("SELECT content FROM push_letters WHERE kind = 'push'").count
        }
        #expect(own == 1)
        await harness.close()
    }

    @Test("a subscription ends: taken away, after its time; an installation has only so many")
    func ended() async throws {
        let harness = try await PushHarness()
        let (push, realm) = (harness.domain.messaging.push, harness.realm.id)
        let made = try await push.subscriptions.create(for: "phone", realm: realm)
        #expect(try await push.subscriptions.remove(made.id, of: "other", realm: realm) == false)
        #expect(try await push.subscriptions.remove(made.id, of: "phone", realm: realm))
        await #expect(throws: ForeignPushError(.unknown, "")) { try await push.accept(Self.push(made.token), origin: Self.origin) }
        for _ in 0..<PushSubscriptions.most { _ = try await push.subscriptions.create(for: "phone", realm: realm) }
        await #expect(throws: PushError(.refused, "")) { try await push.subscriptions.create(for: "phone", realm: realm) }
        harness.time.advance(by: PushSubscriptions.lifetime)
        let late = try await push.subscriptions.create(for: "phone", realm: realm)
        _ = try await push.accept(Self.push(late.token), origin: Self.origin)
        await harness.close()
    }

    @Test("a sender has so many messages a minute")
    func throttled() async throws {
        let harness = try await PushHarness()
        let push = harness.domain.messaging.push
        let made = try await push.subscriptions.create(for: "phone", realm: harness.realm.id)
        for _ in 0..<ForeignPush.mostPerMinute {
            _ = try await push.accept(Self.push(made.token) { $0.topic = "t" }, origin: Self.origin)
        }
        await #expect(throws: ForeignPushError(.tooMany, "")) {
            try await push.accept(Self.push(made.token) { $0.topic = "t" }, origin: Self.origin)
        }
        harness.time.advance(by: 61)
        _ = try await push.accept(Self.push(made.token) { $0.topic = "t" }, origin: Self.origin)
        await harness.close()
    }
}
