import DeviceMessages
import Foundation
import JOSE
import Primitives
import Store
import Testing
import WebPush
@testable import Messaging
@testable import Services
@testable import Foundations
@testable import Directory

@Suite("Push by web push")
struct WebPushCarrierTests {
    private static let secret = [UInt8](0..<16)

    private static func pair() throws -> WebPushKeyPair { try WebPushKeyPair(random: SeededRandom(seed: 4)) }

    private static func address(_ endpoint: String = "https://updates.push.services.mozilla.com/wpush/v2/x") throws -> PushAddress {
        .webPush(endpoint: endpoint, key: Base64URL.encode(try pair().publicKey), secret: Base64URL.encode(secret))
    }

    @Test("a message is sealed for the device, and says who sends it and for how long")
    func message() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider(201)
        try await harness.notifications(provider).send(harness.message(), to: harness.recipient(Self.address()))
        let request = try #require(provider.requests.first)
        #expect(request.url == "https://updates.push.services.mozilla.com/wpush/v2/x" && request.method == "POST")
        #expect(request.reach == .publicAddresses(orLoopback: false))
        let expected = [
            "TTL": "40", "Urgency": "high", "Topic": "6f1ab4cb0c9c4ed79b9e9a2c5cf1b0a1", "Content-Encoding": "aes128gcm",
        ]
        for (name, value) in expected { #expect(request.header(name) == value) }
        let body = try #require(request.content)
        #expect(body.count <= 4096)
        let opened = try WebPush.open(body, with: Self.pair(), secret: Secret(bytes: Self.secret))
        #expect(try JSONValue(parsing: opened) == ["gh": "a.b.c", "category": "BANNER_BUTTONS"])
        let proof = try ApplicationServerProof(authorization: request.header("Authorization") ?? "")
        try proof.verify(audience: "https://updates.push.services.mozilla.com", at: harness.time.now)
        guard case .ec(let key) = try await harness.domain.messaging.pushSenderKeys.key(of: harness.realm.id).material else { return }
        #expect(proof.publicKey == [0x04] + key.x + key.y)
        await harness.close()
    }

    @Test("the length says little: short and long statements look alike")
    func padding() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider(201)
        let notifications = harness.notifications(provider)
        for length in [10, 180, 3072] {
            let message = harness.message(statement: String(repeating: "x", count: length), category: nil)
            try await notifications.send(message, to: harness.recipient(Self.address()))
        }
        #expect(provider.requests.compactMap(\.content?.count) == [256 + 103, 256 + 103, 3328 + 103])
        await harness.close()
    }

    @Test("a realm's key lasts, is the same for every node, and no other realm's")
    func key() async throws {
        let harness = try await PushHarness()
        let root = try await harness.domain.directory.realms.realm(at: .root)
        let first = try await harness.domain.messaging.pushSenderKeys.key(of: harness.realm.id)
        #expect(try await harness.base.anotherNode().messaging.pushSenderKeys.key(of: harness.realm.id) == first)
        #expect(try await harness.domain.messaging.pushSenderKeys.key(of: root.id) != first)
        let stored = try await harness.base.database.read { transaction in
            try transaction.rows("SELECT material FROM push_sender_keys").map { String(decoding: try $0.blob("material"), as: UTF8.self) }
        }
        #expect(stored.count == 2 && !stored.contains { $0.contains("\"d\"") })
        await harness.close()
    }

    @Test(
        "only where the realm sends to, by https",
        arguments: [
            ("https://push.example.com/x", ["push.example.com"], true), ("https://PUSH.example.com/x", ["push.example.com"], true),
            ("https://push.example.com:443/x", ["push.example.com"], true),
            ("https://push.example.com:8443/x", ["push.example.com"], false),
            ("https://push.example.com:8443/x", ["push.example.com:8443"], true), ("https://push.example.com/x", [], false),
            ("https://a.push.example.com/x", ["push.example.com"], false), ("https://a.example.com/x", ["*.example.com"], true),
            ("https://a.b.example.com/x", ["*.example.com"], true), ("https://example.com/x", ["*.example.com"], false),
            ("https://evilexample.com/x", ["*.example.com"], false), ("http://push.example.com/x", ["push.example.com"], false),
            ("https://push.example.com@evil.example/x", ["push.example.com"], false), ("https://127.0.0.1/x", ["push.example.com"], false),
            ("https://localhost/x", [], false), ("file:///etc/passwd", [""], false), ("", [""], false), ("https:///x", [""], false),
        ])
    func allowed(_ endpoint: String, _ hosts: [String], _ isAllowed: Bool) async throws {
        let harness = try await PushHarness()
        var realm = harness.realm
        realm.settings[MessageSettings.self].pushHosts = hosts
        let recipient = PushRecipient("phone", in: realm, application: "app", address: try Self.address(endpoint))
        let provider = ScriptedProvider(201)
        let error = try await harness.refusal(harness.notifications(provider), harness.message(), recipient)
        #expect((error == nil) == isAllowed && provider.requests.isEmpty != isAllowed)
        if let error { #expect(error.code == .refused && ["EndpointNotAllowed", "BadDeviceToken"].contains(error.name)) }
        await harness.close()
    }

    @Test("hosts that are none can't be set")
    func hosts() async throws {
        let harness = try await PushHarness()
        for host in ["", "*", "*.", "https://push.example.com", "push.example.com/x", "a@b", "a b", "*.*.example.com", ".example.com"] {
            var realm = harness.realm
            realm.settings[MessageSettings.self].pushHosts = [host]
            let wanted = realm
            await #expect(throws: DomainError(.invalid, "")) { try await harness.domain.directory.realms.update(wanted) }
        }
        await harness.close()
    }

    @Test("this machine's own only where the configuration says so")
    func loopback() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider(201)
        var configuration = PushConfiguration()
        configuration.allowsLoopback = true
        let notifications = harness.notifications(provider, configuration: configuration)
        try await notifications.send(harness.message(), to: harness.recipient(Self.address("https://localhost:9443/x")))
        #expect(provider.requests.first?.reach == .publicAddresses(orLoopback: true))
        let error = try await harness.refusal(
            notifications, harness.message(), harness.recipient(Self.address("https://10.0.0.1/x")))
        #expect(error?.name == "EndpointNotAllowed" && provider.requests.count == 1)
        await harness.close()
    }

    @Test("keys that are none, and an address that turns out not to be public, are refused")
    func refused() async throws {
        let harness = try await PushHarness()
        let bad = PushAddress.webPush(
            endpoint: "https://updates.push.services.mozilla.com/x", key: Base64URL.encode([UInt8](repeating: 4, count: 65)),
            secret: Base64URL.encode(Self.secret))
        let error = try await harness.refusal(harness.notifications(ScriptedProvider(201)), harness.message(), harness.recipient(bad))
        #expect(error?.code == .refused && error?.name == "BadDeviceToken")
        let inner = try await harness.refusal(
            harness.notifications(Unreachable()), harness.message(), harness.recipient(Self.address()))
        #expect(inner?.code == .refused && inner?.name == "EndpointNotAllowed")
        await harness.close()
    }

    private struct Unreachable: OutboundHTTP {
        func send(_ request: OutboundRequest) async throws -> OutboundAnswer { throw OutboundReach.Refused("no public address") }
    }

    @Test(
        "what each status means",
        arguments: [
            (200, PushOutcome.delivered), (201, .delivered), (202, .delivered), (301, .refused("BadRequest")),
            (400, .refused("BadRequest")),
            (401, .refused("Forbidden")), (403, .refused("Forbidden")), (404, .unregistered("Unregistered")),
            (410, .unregistered("Unregistered")), (413, .refused("PayloadTooLarge")), (429, .unavailable("TooManyRequests", retryAfter: 7)),
            (500, .unavailable("ServiceUnavailable", retryAfter: 7)), (503, .unavailable("ServiceUnavailable", retryAfter: 7)),
        ])
    func statuses(_ status: Int, _ outcome: PushOutcome) {
        let answer = OutboundAnswer(status: status, headers: [("Retry-After", "7")], body: "<script>")
        #expect(WebPushReason.outcome(of: answer) == outcome)
    }
}
