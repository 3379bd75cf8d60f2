import DeviceMessages
import Foundation
import JOSE
import Primitives
import Synchronization
import Testing
@testable import Services
@testable import Foundations
@testable import Messaging
@testable import Directory

/// A provider that answers as it is told, the last answer for ever.
final class ScriptedProvider: OutboundHTTP {
    private let answers: Mutex<[OutboundAnswer?]>
    private let sent = Mutex<[OutboundRequest]>([])

    /// - Parameter answers: nil for no answer at all.
    init(_ answers: [OutboundAnswer?] = [OutboundAnswer(status: 200, body: "")]) { self.answers = Mutex(answers) }

    convenience init(_ status: Int, _ body: String = "", headers: [(name: String, value: String)] = []) {
        self.init([OutboundAnswer(status: status, headers: headers, body: body)])
    }

    var requests: [OutboundRequest] { sent.withLock { $0 } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        sent.withLock { $0.append(request) }
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        guard let answer else { throw NoAnswer() }
        return answer
    }

    struct NoAnswer: Error {}
}

extension OutboundRequest {
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    var json: JSONValue? { body.flatMap { try? JSONValue(parsing: $0) } }
}

/// A domain with a realm, and messages for it.
struct PushHarness {
    static let appleToken = String(repeating: "a1", count: 32)

    let base: DomainHarness
    /// The pauses between attempts; each moves the clock.
    let pauses = Pauses()

    final class Pauses: Sendable {
        private let all = Mutex<[TimeInterval]>([])
        var seconds: [TimeInterval] { all.withLock { $0 } }
        func add(_ seconds: TimeInterval) { all.withLock { $0.append(seconds) } }
    }

    init() async throws { base = try await DomainHarness() }

    var domain: Services { base.domain }
    var realm: Realm { base.realm }
    var time: ManualTime { base.time }

    func notifications(
        _ http: any OutboundHTTP, configuration: PushConfiguration = PushConfiguration(),
        pausing: @escaping @Sendable () async throws -> Void = {}
    ) -> Notifications {
        let keys = domain.messaging.pushSenderKeys
        return Notifications(
            credentials: domain.messaging.pushCredentials,
            carriers: Notifications.Carriers(
                apns: APNsCarrier(http: http, configuration: configuration, time: time),
                fcm: FCMCarrier(http: http, configuration: configuration, time: time),
                webPush: WebPushCarrier(http: http, configuration: configuration, keys: keys, time: time, random: SeededRandom(seed: 9)),
                builtIn: BuiltInCarrier(service: domain.messaging.push)), time: time, random: SeededRandom(seed: 7),
            pause: { [time, pauses] seconds in
                pauses.add(seconds)
                time.advance(by: seconds)
                try await pausing()
            })
    }

    func message(
        _ kind: PushStatement.Kind = .authentication, statement: String = "a.b.c", category: String? = "BANNER_BUTTONS",
        isTimeSensitive: Bool = false, lasting seconds: TimeInterval = 40, id: String = "6f1ab4cb-0c9c-4ed7-9b9e-9a2c5cf1b0a1"
    ) -> PushMessage {
        PushMessage(
            statement: statement, kind: kind, category: category, isTimeSensitive: isTimeSensitive,
            expires: time.now.addingTimeInterval(seconds), collapseID: id)
    }

    func recipient(_ address: PushAddress?, bundleID: String? = "com.example.app", allowsPush: Bool = true) -> PushRecipient {
        PushRecipient("phone", in: realm, application: "app", bundleID: bundleID, address: address, allowsPush: allowsPush)
    }

    @discardableResult
    func add(_ json: JSONObject) async throws -> PushCredential {
        try await domain.messaging.pushCredentials.create(PushCredential.Content(stored: json), of: "app", in: realm.id)
    }

    /// The error with which a message isn't sent.
    func refusal(
        _ notifications: Notifications, _ message: PushMessage, _ recipient: PushRecipient,
        retire: @Sendable (PushAddress) async throws -> Void = { _ in }
    ) async throws -> PushError? {
        do {
            try await notifications.send(message, to: recipient, retire: retire)
            return nil
        } catch let error as PushError { return error }
    }

    func close() async { await base.close() }
}

/// Addresses that were said to be dead.
final class Retired: Sendable {
    private let all = Mutex<[PushAddress]>([])
    var addresses: [PushAddress] { all.withLock { $0 } }
    func add(_ address: PushAddress) { all.withLock { $0.append(address) } }
}
