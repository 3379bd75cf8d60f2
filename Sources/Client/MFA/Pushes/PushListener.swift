import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives

/// Holds the stream of one server's push service open.
struct PushListener: Sendable {
    /// The server gives a sign of life every 25 seconds; after so long without one the connection counts as lost.
    private static let silence: Duration = .seconds(75)
    /// The longest pause between two attempts, in seconds.
    private static let longestPause = 30.0

    let device: MFADevice
    let issuer: DeviceIssuer
    let yield: @Sendable (MFAEvent) -> Void

    /// Listens until it is cancelled or no user is paired there any more.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do throws(MFAError) {
                try await deliverWaiting()
                if try await listen() { failures = 0 }
            } catch {
                guard error.code != .notPaired else { return await leave() }
                guard !Task.isCancelled else { return }
                yield(.disconnected(issuer, error))
            }
            failures += 1
            do { try await device.pause(backoff(failures)) } catch { return }
        }
    }

    private func leave() async {
        do { try await device.unpaired(at: issuer) } catch { yield(.disconnected(issuer, error)) }
    }

    /// The pause after a failure: twice as long each time, more or less, so that not all devices come back at once.
    private func backoff(_ failures: Int) -> Duration {
        let seconds = min(Self.longestPause, 0.5 * Double(1 << min(failures, 10)))
        let share = Double(device.device.random.bytes(1).first ?? 128) / 255
        return .milliseconds(Int(seconds * 1000 * (0.5 + share / 2)))
    }

    /// Delivers what came before the process ended.
    private func deliverWaiting() async throws(MFAError) {
        guard let installation = try await device.book.installation(at: issuer), installation.isPaired else {
            throw MFADevice.notPaired
        }
        for item in try await device.inbox(issuer).items { try await deliver(item.statement) }
    }

    /// Reads one connection to its end.
    /// - Returns: whether anything came.
    private func listen() async throws(MFAError) -> Bool {
        guard let known = try await device.book.installation(at: issuer) else { throw MFADevice.notPaired }
        let installation = try await device.settled(known)
        let stream = try await device.channel.stream(
            "/push", at: issuer, as: device.channel.signer(installation), after: try await device.inbox(issuer).cursor)
        yield(.connected(issuer))
        let pulse = Pulse()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await read(stream, pulse) }
                group.addTask { try await watch(pulse) }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch let error as MFAError {
            throw error
        } catch {
            guard pulse.count > 0 else { throw MFAError(.connectivity, "the push service's stream broke", underlying: error) }
        }
        return pulse.count > 0
    }

    private func read(_ stream: HTTPStream, _ pulse: Pulse) async throws {
        var reader = EventStreamReader()
        for try await piece in stream.body {
            pulse.beat()
            for event in try reader.read(piece) { try await handle(event) }
        }
    }

    /// The event counts as received once its push is kept.
    private func handle(_ event: ServerSentEvent) async throws(MFAError) {
        if let push = PushEvent(type: event.type, data: event.data) {
            switch push.kind {
            case .push: try await deliver(push.text, push.document)
            case .message: if let message = try await device.open(push.text, from: issuer) { yield(message) }
            }
        }
        if let id = event.id { try await device.changeInbox(issuer) { $0.cursor = id } }
    }

    /// A push that can't be handled for the moment is asked for again; one that never can is left alone.
    private func deliver(_ statement: String, _ document: String? = nil) async throws(MFAError) {
        do throws(MFAError) {
            if let event = try await device.process(remoteNotification: statement, document: document) { yield(event) }
        } catch {
            device.journal.note(.warning, "a push could not be handled: \(error.code)")
            if error.isTemporary { throw error }
        }
    }

    private func watch(_ pulse: Pulse) async throws {
        var last = -1
        while pulse.count != last {
            last = pulse.count
            try await device.pause(Self.silence)
        }
        throw MFAError(.connectivity, "the push service has been silent for too long")
    }

    /// Counts the pieces that came.
    private final class Pulse: Sendable {
        private let beats = Lock(0)
        var count: Int { beats.withLock { $0 } }
        func beat() { beats.withLock { $0 += 1 } }
    }
}
