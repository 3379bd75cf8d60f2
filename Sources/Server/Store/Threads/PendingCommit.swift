internal import Synchronization

/// The commit of a write whose body has run: its caller works meanwhile, and then waits for it. It ends once, and is waited for once.
final class PendingCommit: Sendable {
    private enum State: Sendable {
        case pending
        case awaited(CheckedContinuation<Void, any Error>)
        case ended((any Error)?)
    }

    private let state = Mutex(State.pending)

    /// Ends it, with an error when it failed.
    func end(_ error: (any Error)?) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            defer { state = .ended(error) }
            return if case .awaited(let waiting) = state { waiting } else { nil }
        }
        waiting?.resume(with: Self.result(error))
    }

    /// Waits until it has ended.
    /// - Throws: its error.
    func wait() async throws {
        if case .ended(let error) = state.withLock({ $0 }) { return try Self.result(error).get() }
        try await withCheckedThrowingContinuation { waiting in
            let ended = state.withLock { state -> Result<Void, any Error>? in
                if case .ended(let error) = state { return Self.result(error) }
                state = .awaited(waiting)
                return nil
            }
            if let ended { waiting.resume(with: ended) }
        }
    }

    private static func result(_ error: (any Error)?) -> Result<Void, any Error> { error.map(Result.failure) ?? .success(()) }
}
