package import DeviceMessages
package import DeviceMessages
package import Foundation
import Metrics
package import Primitives
import Store
package import Foundations
package import Directory

/// Hands messages to devices, by whatever carries to them, and tries again while they are of use.
package final class Notifications: Sendable {
    private static let (firstPause, longestPause) = (0.5, 30.0)

    private let credentials: PushCredentials
    private let carriers: Carriers
    private let turns = PushTurns()
    private let time: any TimeSource
    private let random: any RandomSource
    private let pause: @Sendable (TimeInterval) async throws -> Void

    /// One for each kind of addresses.
    package struct Carriers: Sendable {
        /// The carrier to Apple's devices.
        package var apns: any PushCarrier
        /// The carrier of Google's messages.
        package var fcm: any PushCarrier
        /// The carrier to push services of the web's kind (RFC 8030).
        package var webPush: any PushCarrier
        /// The carrier to devices that hold a connection to this server.
        package var builtIn: any PushCarrier

        package init(apns: any PushCarrier, fcm: any PushCarrier, webPush: any PushCarrier, builtIn: any PushCarrier) {
            self.apns = apns
            self.fcm = fcm
            self.webPush = webPush
            self.builtIn = builtIn
        }
    }

    /// - Parameter pause: waits so many seconds.
    package init(
        credentials: PushCredentials, carriers: Carriers, time: any TimeSource, random: any RandomSource,
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        self.credentials = credentials
        self.carriers = carriers
        self.time = time
        self.random = random
        self.pause = pause
    }

    /// Makes the service with the carriers of a server.
    package convenience init(
        credentials: PushCredentials, senderKeys: WebPushSenderKeys, builtIn: BuiltInPush, http: any OutboundHTTP,
        configuration: PushConfiguration, time: any TimeSource, random: any RandomSource
    ) {
        self.init(
            credentials: credentials,
            carriers: Carriers(
                apns: APNsCarrier(http: http, configuration: configuration, time: time),
                fcm: FCMCarrier(http: http, configuration: configuration, time: time),
                webPush: WebPushCarrier(http: http, configuration: configuration, keys: senderKeys, time: time, random: random),
                builtIn: BuiltInCarrier(service: builtIn)), time: time, random: random)
    }

    /// Sends a message and returns when its provider has taken it.
    ///
    /// While the provider can't be reached it is tried again, with growing pauses, until the message expires; a later message of the same
    /// collapse id for the same address ends that.
    ///
    /// - Parameters:
    ///   - isRepeated: whether to try again; otherwise one failure is the answer.
    ///   - retire: is told of an address that is dead, before the error is thrown.
    /// - Throws: ``PushError``; `CancellationError` when the task is cancelled between two attempts; what `retire` throws.
    package func send(
        _ message: PushMessage, to recipient: PushRecipient, isRepeated: Bool = true,
        retire: @Sendable (PushAddress) async throws -> Void = { _ in }
    ) async throws {
        let address = try Self.address(of: recipient, for: message)
        let turn = turns.begin(message, to: address, of: recipient.installation)
        defer { turns.end(turn) }
        for attempt in 0... {
            guard message.expires > time.now else { throw PushError(.superseded, "the message has expired") }
            let outcome = try await outcome(of: message, to: address, recipient)
            switch outcome {
            case .delivered: return
            case .unregistered(let name):
                try await retire(address)
                throw PushError(.unregistered, "the device's address isn't good any more: \(name)", name: name)
            case .refused(let name): throw PushError(.refused, "the message was refused: \(name)", name: name)
            case .unauthorized(let name):
                throw PushError(.missingCredentials, "none of the application's push credentials is accepted: \(name)", name: name)
            case .unavailable(let name, let wait):
                let seconds = wait ?? backoff(attempt)
                guard isRepeated, time.now.addingTimeInterval(seconds) < message.expires else {
                    throw PushError(.unavailable, "the message can't be handed over: \(name)", name: name)
                }
                try await pause(seconds)
                guard turns.isCurrent(turn) else { throw PushError(.superseded, "a later message of the same id is on its way") }
            }
        }
    }

    private static func address(of recipient: PushRecipient, for message: PushMessage) throws(PushError) -> PushAddress {
        guard recipient.allowsPush else { throw PushError(.disabled, "the app may not be notified") }
        guard let address = recipient.address else { throw PushError(.missingDeviceToken, "the device has told no push address") }
        guard !message.isTooLong else { throw PushError(.tooLarge, "the push is longer than its carriers take") }
        return address
    }

    /// One attempt, with each of the credentials that fit until one is accepted.
    private func outcome(of message: PushMessage, to address: PushAddress, _ recipient: PushRecipient) async throws -> PushOutcome {
        let bare = AddressedPush(message, to: address, of: recipient)
        switch address {
        case .webPush: return count(await carriers.webPush.send(bare), address)
        case .builtIn: return count(await carriers.builtIn.send(bare), address)
        case .apns: return try await outcome(of: bare, by: carriers.apns, with: .apns)
        case .fcm: return try await outcome(of: bare, by: carriers.fcm, with: .fcm)
        }
    }

    private func outcome(
        of delivery: AddressedPush, by carrier: any PushCarrier, with kind: PushCredential.Kind
    ) async throws -> PushOutcome {
        let recipient = delivery.recipient
        let all = try await credentials.all(of: recipient.application, in: recipient.realm.id)
        var refusal: PushOutcome?
        for credential in all where credential.kind == kind {
            let outcome = count(
                await carrier.send(AddressedPush(delivery.message, to: delivery.address, of: recipient, credential: credential)),
                delivery.address)
            guard case .unauthorized = outcome else { return outcome }
            refusal = outcome
        }
        if let refusal { return refusal }
        let others = Set(all.map(\.kind.rawValue)).sorted().joined(separator: ", ")
        throw PushError(
            .missingCredentials,
            "the application \(recipient.application) has no push credentials of the type \(kind.rawValue)"
                + (others.isEmpty ? "" : "; those of the types \(others) don't serve such devices"))
    }

    /// Whether an application has what the provider of an address wants to see.
    package func haveCredentials(for address: PushAddress, of application: String, in realm: Realm) async throws -> Bool {
        let kind: PushCredential.Kind
        switch address {
        case .apns: kind = .apns
        case .fcm: kind = .fcm
        case .webPush, .builtIn: return true
        }
        return try await credentials.all(of: application, in: realm.id).contains { $0.kind == kind }
    }

    private func count(_ outcome: PushOutcome, _ address: PushAddress) -> PushOutcome {
        Counter(label: "push_messages_total", dimensions: [("carrier", address.kind.lowercased()), ("outcome", outcome.label)]).increment()
        return outcome
    }

    /// The pause before the next attempt: twice as long each time, and never quite the same for two.
    private func backoff(_ attempt: Int) -> TimeInterval {
        let pause = min(Self.longestPause, Self.firstPause * pow(2, Double(min(attempt, 16))))
        return pause * (0.75 + 0.5 * Double(random.bytes(1)[0]) / 255)
    }
}
