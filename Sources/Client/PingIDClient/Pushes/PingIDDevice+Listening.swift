import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
public import PingIDMessages
import Primitives

extension PingIDDevice {
    private static let cursor = StoreKey("pingid", "cursor")
    /// The server gives a sign of life every 25 seconds; after so long without one the connection counts as lost.
    private static let silence: Duration = .seconds(75)
    /// The longest pause between two attempts, in seconds.
    private static let longestPause = 30.0

    /// Listens to the server's own push service, for an app that no other carrier reaches
    /// (``/DeviceMessages/PushAddress/builtIn``), until `take` says that it is enough or the task is cancelled.
    ///
    /// It reconnects by itself. A push counts as received once `take` has returned; one that came before the process ended comes again.
    /// - Parameter take: takes a push, most often by ``process(_:)``; false ends the listening.
    /// - Throws: the errors of `take`; ``PingIDError/Code/pairing`` when the device isn't trusted for any user; the server's refusal.
    public nonisolated func listen(_ take: @escaping @Sendable (RemoteNotificationBody) async throws -> Bool) async throws {
        var failures = 0
        while true {
            try Task.checkCancellation()
            do {
                let stream = try await openedStream()
                failures = 0
                if try await read(stream, take) { return }
            } catch let error as TransportError {
                journal.note(.warning, "the stream of pushes broke: \(error.code)")
            } catch let error as PingIDError where error.isOffline || error.code == .server {
                journal.note(.warning, "the stream of pushes can't be opened: \(error.code)")
            }
            failures += 1
            try await pause(backoff(failures))
        }
    }

    /// The pause after a failure: twice as long each time, more or less, so that not all devices come back at once.
    private nonisolated func backoff(_ failures: Int) -> Duration {
        let seconds = min(Self.longestPause, 0.5 * Double(1 << min(failures, 10)))
        let share = Double(device.random.bytes(1).first ?? 128) / 255
        return .milliseconds(Int(seconds * 1000 * (0.5 + share / 2)))
    }

    /// Opens the stream; a wrong clock is put right and the call made once more.
    private nonisolated func openedStream() async throws(PingIDError) -> HTTPStream {
        guard let state = try await book.state() else { throw PingIDError(.pairing, "this device is trusted for no user") }
        do throws(PingIDError) { return try await stream(of: state) } catch {
            guard let learned = try await learned(from: error) else { throw error }
            return try await stream(of: learned)
        }
    }

    private nonisolated func stream(of state: InstallationState) async throws(PingIDError) -> HTTPStream {
        let address = state.issuer.url("/push")
        guard let url = URL(string: address) else { throw PingIDError(.application, "\(state.issuer) is no address") }
        var request = HTTPRequest(.get, url, timeout: device.timeout)
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = try await records.get(Self.cursor)?.reveal()
        // The stream knows its listeners: the proof names the key, where other calls embed it.
        let key = try await keys.publicKey(InstallationKeys.signing)
        let proof = DeviceProof(
            installation: state.id, key: .current(thumbprint: key.thumbprintText), method: "GET", url: address,
            issuedAt: serverTime(state), id: device.random.token(16))
        request.headers[DeviceProof.field] = proof.text(signature: try await keys.sign(proof.signingInput))
        let stream: HTTPStream
        do { stream = try await device.transport.stream(request) } catch { throw PingIDError(error) }
        guard stream.status == 200 else { throw Self.failure(stream.status, await stream.firstJSON()) }
        return stream
    }

    // MARK: - Reading

    /// Reads one connection to its end.
    /// - Returns: whether it was enough.
    private nonisolated func read(
        _ stream: HTTPStream, _ take: @escaping @Sendable (RemoteNotificationBody) async throws -> Bool
    ) async throws -> Bool {
        let pulse = Pulse()
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in try await follow(stream, pulse, take) }
            group.addTask { [self] in try await watch(pulse) }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    private nonisolated func follow(
        _ stream: HTTPStream, _ pulse: Pulse, _ take: @Sendable (RemoteNotificationBody) async throws -> Bool
    ) async throws -> Bool {
        var reader = EventStreamReader()
        for try await piece in stream.body {
            pulse.beat()
            for event in try reader.read(piece) where try await !handle(event, take) { return true }
        }
        return false
    }

    /// The event counts as received once its push was taken.
    private nonisolated func handle(
        _ event: ServerSentEvent, _ take: @Sendable (RemoteNotificationBody) async throws -> Bool
    ) async throws -> Bool {
        var goesOn = true
        if let push = PushEvent(type: event.type, data: event.data), push.kind == .push {
            goesOn = try await take(RemoteNotificationBody(statement: push.text))
        }
        if let id = event.id { try await records.set(Secret(id), for: Self.cursor) }
        return goesOn
    }

    private nonisolated func watch(_ pulse: Pulse) async throws -> Bool {
        var last = -1
        while pulse.count != last {
            last = pulse.count
            try await pause(Self.silence)
        }
        throw TransportError(.timedOut, "the push service has been silent for too long")
    }

    /// Counts the pieces that came.
    private final class Pulse: Sendable {
        private let beats = Lock(0)
        var count: Int { beats.withLock { $0 } }
        func beat() { beats.withLock { $0 += 1 } }
    }

    /// Forgets where the stream was read up to.
    func forgetCursor() async throws(PingIDError) { try await records.set(nil, for: Self.cursor) }
}

extension HTTPStream {
    /// The longest answer that is read of a stream that wasn't opened, in bytes.
    private static let longestRefusal = 16 << 10

    /// Returns what came of an answer that is no stream of events, if it is JSON.
    fileprivate func firstJSON() async -> JSONValue? {
        var bytes: [UInt8] = []
        do {
            for try await piece in body {
                bytes += piece
                guard bytes.count < Self.longestRefusal else { break }
            }
        } catch { return nil }
        return try? JSONValue(parsing: bytes)
    }
}
