import AuthenticatorMessages
import DeviceFoundation
import Foundation
import Primitives

/// Holds the stream of one mechanism at its server's push service open.
struct AccountPushListener: Sendable {
    /// The server gives a sign of life every 25 seconds; after so long without one the connection counts as lost.
    private static let silence: Duration = .seconds(75)
    /// The longest pause between two attempts, in seconds.
    private static let longestPause = 30.0

    private let mechanism: Mechanism.ID
    private let secret: Secret
    private let address: String
    private let authenticator: Authenticator
    private let yield: @Sendable (PushNotification) -> Void

    /// nil for a mechanism without push, or at a server without such a service.
    init?(_ mechanism: Mechanism, authenticator: Authenticator, yield: @escaping @Sendable (PushNotification) -> Void) {
        guard let push = mechanism.push, let address = PushEndpoint.address(push.registrationURL, for: .listen) else { return nil }
        self.mechanism = mechanism.id
        self.secret = push.secret
        self.address = address
        self.authenticator = authenticator
        self.yield = yield
    }

    /// Listens until it is cancelled.
    func run() async {
        var failures = 0
        var last: String?
        while !Task.isCancelled {
            do {
                let (brought, event) = try await listen(after: last)
                last = event ?? last
                if brought { failures = 0 }
            } catch {
                authenticator.device.log(.network, "the push service can't be reached: \(error)")
            }
            failures += 1
            do { try await authenticator.pause(backoff(failures)) } catch { return }
        }
    }

    /// The pause after a failure: twice as long each time, more or less, so that not all devices come back at once.
    private func backoff(_ failures: Int) -> Duration {
        let seconds = min(Self.longestPause, 0.5 * Double(1 << min(failures, 10)))
        let share = Double(authenticator.device.random.bytes(1).first ?? 128) / 255
        return .milliseconds(Int(seconds * 1000 * (0.5 + share / 2)))
    }

    /// Reads one connection to its end.
    /// - Returns: whether anything came, and the last event's id.
    private func listen(after event: String?) async throws -> (Bool, String?) {
        let listening = PushListening(mechanismID: mechanism, issuedAt: authenticator.device.time.now)
        let body = MechanismBody(mechanismID: mechanism, token: try listening.signed(with: secret))
        let stream = try await PushChannel(device: authenticator.device).stream(body.json, to: address, after: event)
        let pulse = Pulse()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await read(stream, pulse) }
                group.addTask { try await watch(pulse) }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            guard pulse.count > 0 else { throw error }
        }
        return (pulse.count > 0, pulse.event)
    }

    private func read(_ stream: HTTPStream, _ pulse: Pulse) async throws {
        var reader = EventStreamReader()
        for try await piece in stream.body {
            pulse.beat()
            for event in try reader.read(piece) {
                try await deliver(event)
                if let id = event.id { pulse.note(id) }
            }
        }
    }

    /// A push that can't be kept for the moment is asked for again; one that never can is left alone.
    private func deliver(_ event: ServerSentEvent) async throws {
        guard let object = (try? JSONValue(parsing: event.data))?.object else { return }
        do throws(AuthenticatorError) {
            if let notification = try await authenticator.receive(object) { yield(notification) }
        } catch {
            authenticator.device.log(.warning, "a push could not be taken: \(error.code)")
            if error.code == .storage { throw error }
        }
    }

    private func watch(_ pulse: Pulse) async throws {
        var last = -1
        while pulse.count != last {
            last = pulse.count
            try await authenticator.pause(Self.silence)
        }
    }

    /// Counts the pieces that came, and remembers the last event.
    private final class Pulse: Sendable {
        private let state = Lock<(beats: Int, event: String?)>((0, nil))
        var count: Int { state.withLock { $0.beats } }
        var event: String? { state.withLock { $0.event } }
        func beat() { state.withLock { $0.beats += 1 } }
        func note(_ event: String) { state.withLock { $0.event = event } }
    }
}
