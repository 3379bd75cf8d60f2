import DeviceMessages
import Foundation
import Primitives
import Synchronization
import Testing
@testable import Messaging
@testable import Services
@testable import Foundations
@testable import Directory

@Suite("Notifications")
struct NotificationsTests {
    private static let apple = PushAddress.apns(token: PushHarness.appleToken, isSandbox: false)
    private static let google = PushAddress.fcm(token: "device:APA91b")
    private static let busy = OutboundAnswer(status: 503, body: #"{"reason":"ServiceUnavailable"}"#)
    private static let good = OutboundAnswer(status: 200, body: "")

    @Test(
        "what is missing is said in the documented words, and nothing is sent",
        arguments: [
            (nil, true, PushError.Code.missingDeviceToken, "MissingDeviceToken"), (apple, false, .disabled, "PushDisabled"),
            (nil, false, .disabled, "PushDisabled"), (apple, true, .missingCredentials, "MissingPushCredentials"),
            (google, true, .missingCredentials, "MissingPushCredentials"),
        ] as [(PushAddress?, Bool, PushError.Code, String)])
    func missing(_ address: PushAddress?, _ allowsPush: Bool, _ code: PushError.Code, _ name: String) async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        let error = try await harness.refusal(
            harness.notifications(provider), harness.message(), harness.recipient(address, allowsPush: allowsPush))
        #expect(error?.code == code && error?.name == name && provider.requests.isEmpty)
        await harness.close()
    }

    @Test("credentials without a carrier are named, and not used")
    func unsupported() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        try await harness.add(PushFixtures.legacyFCM)
        try await harness.add(PushFixtures.hms)
        let error = try await harness.refusal(harness.notifications(provider), harness.message(), harness.recipient(Self.google))
        #expect(error?.name == "MissingPushCredentials" && error?.reason.contains("FCM, HMS") == true && provider.requests.isEmpty)
        await harness.close()
    }

    @Test("a statement that is too long is refused")
    func tooLarge() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider()
        try await harness.add(PushFixtures.apns)
        let notifications = harness.notifications(provider)
        let error = try await harness.refusal(
            notifications, harness.message(statement: String(repeating: "x", count: 3073)), harness.recipient(Self.apple))
        #expect(error?.code == .tooLarge && provider.requests.isEmpty)
        try await notifications.send(
            harness.message(statement: String(repeating: "x", count: 3072)), to: harness.recipient(Self.apple))
        #expect((provider.requests.first?.body ?? "").utf8.count <= 4096)
        await harness.close()
    }

    @Test("while a provider can't be reached it is tried again, with growing pauses", arguments: [busy, nil])
    func retry(_ failure: OutboundAnswer?) async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider([failure, failure, failure, Self.good])
        try await harness.add(PushFixtures.apns)
        try await harness.notifications(provider).send(harness.message(), to: harness.recipient(Self.apple))
        let pauses = harness.pauses.seconds
        #expect(provider.requests.count == 4 && pauses.count == 3)
        for (pause, middle) in zip(pauses, [0.5, 1, 2]) { #expect((middle * 0.75...middle * 1.25).contains(pause)) }
        await harness.close()
    }

    @Test("a provider that says when is asked then")
    func retryAfter() async throws {
        let harness = try await PushHarness()
        let later = OutboundAnswer(status: 429, headers: [("Retry-After", "11")], body: #"{"reason":"TooManyRequests"}"#)
        let provider = ScriptedProvider([later, Self.good])
        try await harness.add(PushFixtures.apns)
        try await harness.notifications(provider).send(harness.message(), to: harness.recipient(Self.apple))
        #expect(harness.pauses.seconds == [11])
        await harness.close()
    }

    @Test("when the message expires, or at the first failure if that is wanted, it is given up")
    func givenUp() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider([Self.busy])
        try await harness.add(PushFixtures.apns)
        let notifications = harness.notifications(provider)
        let message = harness.message(lasting: 40)
        let error = try await harness.refusal(notifications, message, harness.recipient(Self.apple))
        #expect(error?.code == .unavailable && error?.name == "ServiceUnavailable" && harness.time.now < message.expires)
        #expect((5...8).contains(provider.requests.count))
        let count = provider.requests.count
        await #expect(throws: PushError(.unavailable, "")) {
            try await notifications.send(harness.message(), to: harness.recipient(Self.apple), isRepeated: false)
        }
        #expect(provider.requests.count == count + 1)
        await #expect(throws: PushError(.superseded, "")) {
            try await notifications.send(harness.message(lasting: -1), to: harness.recipient(Self.apple))
        }
        #expect(provider.requests.count == count + 1)
        await harness.close()
    }

    @Test("a later message of the same id ends the attempts of the one before, and only of that")
    func collapse() async throws {
        let harness = try await PushHarness()
        try await harness.add(PushFixtures.apns)
        let provider = ScriptedProvider([Self.busy, Self.good])
        let (early, late) = (harness.message(id: "one"), harness.message(.cancel, statement: "c.c.c", id: "one"))
        let recipient = harness.recipient(Self.apple)
        // While the first pauses, the second is sent.
        let box = Box()
        let notifications = harness.notifications(provider, pausing: { try await box.run() })
        box.set { try await notifications.send(late, to: recipient) }
        let error = try await harness.refusal(notifications, early, recipient)
        // The later one has been sent and is done by then, so that the earlier may not come after it.
        #expect(error?.code == .superseded && provider.requests.count == 2)
        #expect(provider.requests.last?.json?["gh"] == "c.c.c")
        await harness.close()
    }

    @Test("an address that is dead is retired, then the error is thrown", arguments: [(410, "Unregistered"), (400, "BadDeviceToken")])
    func retired(_ status: Int, _ reason: String) async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider(status, "{\"reason\":\"\(reason)\"}")
        try await harness.add(PushFixtures.apns)
        let dead = Retired()
        let error = try await harness.refusal(
            harness.notifications(provider), harness.message(), harness.recipient(Self.apple), retire: { dead.add($0) })
        #expect(error?.code == .unregistered && error?.name == reason && dead.addresses == [Self.apple])
        #expect(provider.requests.count == 1)
        await harness.close()
    }

    @Test("a refusal isn't repeated, and retires nothing")
    func refused() async throws {
        let harness = try await PushHarness()
        let provider = ScriptedProvider(400, #"{"reason":"DeviceTokenNotForTopic"}"#)
        try await harness.add(PushFixtures.apns)
        let dead = Retired()
        let error = try await harness.refusal(
            harness.notifications(provider), harness.message(), harness.recipient(Self.apple), retire: { dead.add($0) })
        #expect(error?.code == .refused && error?.name == "DeviceTokenNotForTopic" && dead.addresses.isEmpty)
        #expect(provider.requests.count == 1 && harness.pauses.seconds.isEmpty)
        await harness.close()
    }

    @Test("of several credentials each is tried until one is accepted, the newest first")
    func several() async throws {
        let harness = try await PushHarness()
        let no = OutboundAnswer(status: 403, body: #"{"reason":"InvalidProviderToken"}"#)
        let provider = ScriptedProvider([no, Self.good, no, no])
        try await harness.add(PushFixtures.apns)
        harness.time.advance(by: 1)
        var newer = PushFixtures.apns
        newer["key"] = "NEWER"
        try await harness.add(newer)
        let notifications = harness.notifications(provider)
        try await notifications.send(harness.message(), to: harness.recipient(Self.apple))
        #expect(provider.requests.count == 2)
        let error = try await harness.refusal(notifications, harness.message(), harness.recipient(Self.apple))
        #expect(error?.code == .missingCredentials && error?.name == "InvalidProviderToken" && provider.requests.count == 4)
        await harness.close()
    }

    @Test("a cancelled task stops between two attempts")
    func cancelled() async throws {
        let harness = try await PushHarness()
        try await harness.add(PushFixtures.apns)
        let notifications = harness.notifications(ScriptedProvider([Self.busy]), pausing: { throw CancellationError() })
        await #expect(throws: CancellationError.self) {
            try await notifications.send(harness.message(), to: harness.recipient(Self.apple))
        }
        await harness.close()
    }

    @Test("the built-in service takes a message for the installation")
    func builtIn() async throws {
        let harness = try await PushHarness()
        try await harness.notifications(ScriptedProvider()).send(harness.message(), to: harness.recipient(.builtIn))
        let stream = try await harness.domain.messaging.push.subscribe("phone", realm: harness.realm.id)
        var events = stream.makeAsyncIterator()
        #expect(try await events.next() == .letter(PushEvent(sequence: 1, kind: .push, text: "a.b.c")))
        await harness.close()
    }
}

/// Something to do, once.
private final class Box: Sendable {
    private let work = Mutex<(@Sendable () async throws -> Void)?>(nil)
    func set(_ body: @escaping @Sendable () async throws -> Void) { work.withLock { $0 = body } }
    func run() async throws {
        let body = work.withLock { work in
            defer { work = nil }
            return work
        }
        try await body?()
    }
}
