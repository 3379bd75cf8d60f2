import Primitives
import Synchronization

/// The place of an attempt in the line of those at one user name, which ends once: with its turn, or without.
final class AttemptPlace: Sendable {
    private let state: Mutex<(waiter: CheckedContinuation<Void, any Error>?, clock: Task<Void, Never>?)>

    init(_ waiter: CheckedContinuation<Void, any Error>) { state = Mutex((waiter, nil)) }

    /// Ends the wait; false when it had ended before.
    @discardableResult
    func end(_ result: Result<Void, any Error>) -> Bool {
        let (waiter, clock) = state.withLock { state in
            defer { state = (nil, nil) }
            return state
        }
        clock?.cancel()
        waiter?.resume(with: result)
        return waiter != nil
    }

    /// Ends the wait after a time, unless it has ended by then.
    func expire(after patience: Duration, throwing error: any Error) {
        let clock = Task { [weak self] in
            do { try await Task.sleep(for: patience) } catch { return }
            self?.end(.failure(error))
        }
        let isOver = state.withLock { state in
            if state.waiter != nil { state.clock = clock }
            return state.waiter == nil
        }
        if isOver { clock.cancel() }
    }
}
