import Foundation
import Primitives
import SignIn
import Store
import Synchronization

/// Requests that wait for the result of an answer which another request has brought before them and still works on.
package final class AnswerWaits: Sendable {
    /// The number of requests that may wait for one answer in this process, and the number of answers that are waited for.
    private static let (most, mostInAll) = (32, 1000)
    /// The number of looks of a request that waits, with a pause between two: another process's hint may not come.
    private static let looks = 40
    private static let pause = Duration.milliseconds(250)

    private let counts = Mutex<[String: Int]>([:])
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) { self.sleep = sleep }

    /// Waits until `look` finds something; nil when it finds nothing for too long, or too many wait already.
    func wait<Value: Sendable>(
        _ key: String, _ database: any Database, for look: () async throws -> Value?
    ) async throws -> Value? {
        guard enter(key) else { return nil }
        defer { leave(key) }
        for _ in 0..<Self.looks {
            // A stream of each pause's own, since the end of a pause ends its stream; before the look, so that no result is missed between the two.
            let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let subscription = database.wakeups.subscribe(to: .takenAnswer) { if $0 == key { continuation.yield() } }
            defer { withExtendedLifetime(subscription) {} }
            if let found = try await look() { return found }
            try await pause(orUntil: stream)
        }
        return try await look()
    }

    private func pause(orUntil stream: AsyncStream<Void>) async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [sleep] in try? await sleep(Self.pause) }
            group.addTask { for await _ in stream { break } }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    private func enter(_ key: String) -> Bool {
        counts.withLock { counts in
            guard counts[key, default: 0] < Self.most, counts.count < Self.mostInAll else { return false }
            counts[key, default: 0] += 1
            return true
        }
    }

    private func leave(_ key: String) {
        counts.withLock { counts in
            let rest = (counts[key] ?? 1) - 1
            counts[key] = rest == 0 ? nil : rest
        }
    }
}
