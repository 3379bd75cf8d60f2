internal import Foundation
internal import Synchronization

/// A thread for work that blocks, which must not sit on Swift's own few threads.
package final class WorkerThread: Sendable {
    private enum State {
        case running([CheckedContinuation<Void, Never>])
        case ended
    }

    private let state = Mutex(State.running([]))

    /// Starts a thread that does `work` and ends.
    package init(name: String, work: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in
            // On Linux only a running thread takes a name.
            Thread.current.name = name
            work()
            end()
        }
        thread.start()
    }

    /// Returns when the thread has done its work.
    package func join() async {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                guard case .running(let waiting) = state else { return true }
                state = .running(waiting + [continuation])
                return false
            }
            if ended { continuation.resume() }
        }
    }

    private func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .running(let waiting) = state else { return [] }
            state = .ended
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
