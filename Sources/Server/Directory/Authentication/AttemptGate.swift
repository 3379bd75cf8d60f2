import Foundation
import Primitives
import Synchronization
import Foundations

/// Lets the attempts at one factor of one user name go one after another.
///
/// Each attempt counts as failed until its answer is known to be right. Were they let in all at once, a handful of right passwords would
/// lock what a handful of wrong ones should. The name needn't be a user's, so waiting tells nothing. Network prefixes take turns, so that
/// no client can keep a user out by trying their name without end.
final class AttemptGate: Sendable {
    private struct Key: Hashable {
        let realm: UUID
        let name: String
        let factor: Factor?
    }

    private typealias Line = FairQueue<UUID?, NetworkPrefix, AttemptPlace>

    /// The number that may wait for one name. They may all come from one network prefix, until others want places too.
    private static let limit = 64

    /// The attempts that wait, for each name that is being tried.
    private let waiting = Mutex<[Key: Line]>([:])
    /// The longest wait for a turn: an attempt before may be held up by a database that is away.
    private let patience: Duration

    init(patience: Duration = .seconds(20)) { self.patience = patience }

    /// Runs `body` while no other attempt tries this factor of this name.
    ///
    /// - Throws: ``PasswordError/Code/overloaded`` when too many wait already, or the turn doesn't come; what `body` throws.
    func inTurn<Result: Sendable>(_ attempt: Attempts.Attempt, _ body: () async throws -> Result) async throws -> Result {
        let key = Key(realm: attempt.realm.id, name: Users.folded(attempt.username), factor: attempt.factor)
        try await enter(key, attempt.asker)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ key: Key, _ asker: Asker) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let place = AttemptPlace(continuation)
            let (first, refused) = waiting.withLock { waiting in Self.join(place, asker, &waiting[key]) }
            if first { place.end(.success(())) } else { place.expire(after: patience, throwing: Self.refusal) }
            refused?.end(.failure(Self.refusal))
        }
    }

    private static let refusal = PasswordError(.overloaded, "too many logins of one user wait for their turn; try again soon")

    /// The first goes at once; when there are too many, one of those who have the most is sent away; and the rest join the line.
    private static func join(_ waiter: AttemptPlace, _ asker: Asker, _ line: inout Line?) -> (isFirst: Bool, refused: AttemptPlace?) {
        guard line != nil else {
            line = Line(capacity: limit, share: limit)
            return (true, nil)
        }
        switch line?.add(waiter, of: asker.prefix, in: asker.realm) {
        case .displacing(let other): return (false, other)
        case .refused: return (false, waiter)
        case .admitted, nil: return (false, nil)
        }
    }

    private func leave(_ key: Key) {
        // Those whose time is over have left the line.
        while let next = next(key), !next.end(.success(())) {}
    }

    private func next(_ key: Key) -> AttemptPlace? {
        waiting.withLock { waiting in
            let next = waiting[key]?.next()
            if next == nil { waiting[key] = nil }
            return next
        }
    }
}
