import Foundation
import Synchronization

/// Work on a thread for each party.
public enum Threads {
    /// Has each party do an action again and again until a moment, all at once.
    /// - Returns: the number of actions that were done.
    /// - Throws: the first error of an action.
    public static func sum<Party: Sendable>(
        _ parties: [Party], until end: ContinuousClock.Instant, _ action: @escaping @Sendable (Party) throws -> Void
    ) throws -> Int {
        try each(parties) { party in
            var count = 0
            while ContinuousClock.now < end {
                try action(party)
                count += 1
            }
            return count
        }
    }

    /// Has each party do some work, all at once.
    /// - Returns: the sum of what the parties return.
    /// - Throws: the first error of a party.
    @discardableResult
    public static func each<Party: Sendable>(_ parties: [Party], _ work: @escaping @Sendable (Party) throws -> Int) throws -> Int {
        let outcome = Outcome()
        let group = DispatchGroup()
        for party in parties {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { outcome.add(try work(party)) } catch { outcome.fail(error) }
            }
        }
        group.wait()
        return try outcome.get()
    }

    private final class Outcome: Sendable {
        private let state = Mutex<(count: Int, error: (any Error)?)>((0, nil))

        func add(_ count: Int) { state.withLock { $0.count += count } }
        func fail(_ error: any Error) { state.withLock { $0.error = $0.error ?? error } }

        func get() throws -> Int {
            try state.withLock { state in
                if let error = state.error { throw error }
                return state.count
            }
        }
    }
}
