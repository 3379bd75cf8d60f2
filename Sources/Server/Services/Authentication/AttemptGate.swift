import Foundation
import Primitives
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
    private let waiting = Mutex<[Key: [Turn]]>([:])

    private typealias Turn = CheckedContinuation<Void, any Error>

    /// Runs `body` when nobody else tries this name.
    ///
    /// - Throws: ``PasswordError/Code/overloaded`` when too many wait already; what `body` throws.
    func inTurn<Result: Sendable>(_ key: Key, _ body: () async throws -> Result) async throws -> Result {
        try await enter(key)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ key: Key) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let answer = waiting.withLock { waiting in Self.answer(to: continuation, waiting: &waiting[key]) }
            if let answer { continuation.resume(with: answer) }
        }
    }

    /// The first goes at once, too many are sent away, and everybody else joins the queue and gets no answer yet.
    private static func answer(
        to continuation: Turn, waiting: inout [Turn]?
    ) -> Result<Void, any Error>? {
        guard waiting != nil else {
            waiting = []
            return .success(())
        }
        guard waiting?.count ?? 0 < limit else {
            return .failure(PasswordError(.overloaded, "too many logins of one user wait for their turn; try again soon"))
        }
        waiting?.append(continuation)
        return nil
    }

    private func leave(_ key: Key) {
        let next: Turn? = waiting.withLock { waiting in
            guard let queue = waiting[key], !queue.isEmpty else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
