internal import Synchronization

/// The wake-ups of one process.
package final class LocalWakeups: Wakeups {
    private typealias Receiver = @Sendable (String) -> Void

    private struct State {
        var receivers: [Wakeup.Topic: [Int: Receiver]] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func subscribe(to topic: Wakeup.Topic, _ receive: @escaping @Sendable (String) -> Void) -> WakeupSubscription {
        let number = state.withLock { state in
            state.next += 1
            state.receivers[topic, default: [:]][state.next] = receive
            return state.next
        }
        return WakeupSubscription { [weak self] in self?.end(number, topic) }
    }

    package func send(_ wakeups: [Wakeup]) {
        for wakeup in Set(wakeups) {
            // Called without the lock: what a receiver does may end a subscription.
            let receivers = state.withLock { state in state.receivers[wakeup.topic].map { Array($0.values) } ?? [] }
            for receive in receivers { receive(wakeup.key) }
        }
    }

    private func end(_ number: Int, _ topic: Wakeup.Topic) {
        // Released after the lock, as it may hold the last reference to another subscription.
        let ended = state.withLock { $0.receivers[topic]?.removeValue(forKey: number) }
        withExtendedLifetime(ended) {}
    }
}
