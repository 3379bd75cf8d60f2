import Foundation
import Primitives
import Synchronization

/// Wakes one open stream. It says that there is something, not what: that is in the mailbox, in order.
final class PushBell: Sendable {
    enum Signal: Sendable, Equatable {
        /// Something may be in the mailbox.
        case news
        /// The connection has been quiet for long.
        case tick
        case closed
    }

    private struct State {
        // The first look finds what came before the stream was opened.
        var hasNews = true
        var isDue = false
        var isClosed = false
        var waiter: CheckedContinuation<Signal, Never>?

        mutating func take() -> Signal? {
            if isClosed { return .closed }
            if hasNews {
                hasNews = false
                return .news
            }
            guard isDue else { return nil }
            isDue = false
            return .tick
        }
    }

    /// The second of a round in which it ticks, so that not all do at once.
    let slot: Int
    /// The time when it is closed even if nothing happens.
    let until: Date
    private let state = Mutex(State())

    init(slot: Int, until: Date) {
        self.slot = slot
        self.until = until
    }

    func ring() { signal { $0.hasNews = true } }
    func tick() { signal { $0.isDue = true } }
    func close() { signal { $0.isClosed = true } }

    /// The next signal. One task waits at a time; when it is cancelled the bell is closed.
    func next() async -> Signal {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ready = state.withLock { state -> Signal? in
                    if let signal = state.take() { return signal }
                    state.waiter = waiter
                    return nil
                }
                if let ready { waiter.resume(returning: ready) }
            }
        } onCancel: {
            close()
        }
    }

    private func signal(_ change: (inout State) -> Void) {
        let (waiter, signal) = state.withLock { state -> (CheckedContinuation<Signal, Never>?, Signal?) in
            change(&state)
            guard let waiter = state.waiter, let signal = state.take() else { return (nil, nil) }
            state.waiter = nil
            return (waiter, signal)
        }
        if let waiter, let signal { waiter.resume(returning: signal) }
    }
}
