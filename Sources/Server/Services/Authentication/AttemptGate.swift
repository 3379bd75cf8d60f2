import Foundation
import Synchronization

/// Lets the attempts on one user name go one after another.
///
/// Each attempt counts as failed until its password is known to be right. Were they let in all at once, a handful of right
/// passwords would lock the account that a handful of wrong ones should. The name needn't be anybody's, so waiting tells nothing.
final class AttemptGate: Sendable {
    struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    /// How many may wait for one name.
    private static let limit = 64

    /// Who waits for each name that somebody is trying.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs `body` when nobody else tries this name.
    ///
    /// - Throws: ``PasswordError/Code/overloaded`` when too many wait already; what `body` throws.
    func inTurn<Result: Sendable>(_ key: Key, _ body: () async throws -> Result) async throws -> Result {
        try await enter(key)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ key: Key) async throws(PasswordError) {
        let mayWait = waiting.withLock { waiting in (waiting[key]?.count ?? 0) < Self.limit }
        guard mayWait else { throw PasswordError(.overloaded, "too many logins of one user wait for their turn; try again soon") }
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                if waiting[key] == nil {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    private func leave(_ key: Key) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard let queue = waiting[key], !queue.isEmpty else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
