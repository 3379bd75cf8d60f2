import Synchronization

/// The attempts of one process that are on their way, counted by lane.
final class OutboxFlights: Sendable {
    private struct State {
        var counts: [OutboxEntry.Lane: Int] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of all attempts that are on their way.
    var all: Int { state.withLock { $0.counts.values.reduce(0, +) } }

    func count(_ lane: OutboxEntry.Lane) -> Int { state.withLock { $0.counts[lane] ?? 0 } }

    func begin(_ lane: OutboxEntry.Lane) { state.withLock { $0.counts[lane, default: 0] += 1 } }

    func end(_ lane: OutboxEntry.Lane) {
        let waiting = state.withLock { state in
            let left = (state.counts[lane] ?? 1) - 1
            state.counts[lane] = left > 0 ? left : nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until one of them has ended.
    ///
    /// - Returns: false when none is on its way.
    func waitForOne() async -> Bool {
        guard all > 0 else { return false }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.counts.isEmpty else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        return true
    }
}
