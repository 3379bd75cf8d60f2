internal import Primitives
internal import Store
internal import Synchronization

/// The wake-ups of all processes that use a database: those of this one are told at once, and go to the others by `NOTIFY`, after the commit and
/// never within it, as many at once as have come meanwhile.
final class PostgresWakeups: Wakeups {
    private struct Outbox {
        var wakeups: [Wakeup] = []
        var known: Set<Wakeup> = []
        var isClosed = false
        /// The moment at which the first of them was sent.
        var since = ContinuousClock.now
    }

    /// The wake-ups that wait at most; receivers look by themselves for what is dropped.
    private static let mostWaiting = 10_000

    private let local = LocalWakeups()
    private let outbox = Mutex(Outbox())
    /// Rung when there is something to send, or when the database is closed.
    let bell: Bell?

    init() { bell = Bell() }

    func subscribe(to topic: Wakeup.Topic, _ receive: @escaping @Sendable (String) -> Void) -> WakeupSubscription {
        local.subscribe(to: topic, receive)
    }

    func send(_ wakeups: [Wakeup]) {
        local.send(wakeups)
        outbox.withLock { outbox in
            if outbox.wakeups.isEmpty { outbox.since = .now }
            for wakeup in wakeups where outbox.wakeups.count < Self.mostWaiting && outbox.known.insert(wakeup).inserted {
                outbox.wakeups.append(wakeup)
            }
        }
        bell?.ring()
    }

    /// Tells the receivers of this process what another process has sent.
    func receive(_ payload: String) { local.send(WakeupPayload.wakeups(of: payload)) }

    /// Whether the database is closed.
    var isClosed: Bool { outbox.withLock { $0.isClosed } }

    /// Takes what is to be sent, with the moment at which the first of it was asked for.
    func take() -> (wakeups: [Wakeup], since: ContinuousClock.Instant) {
        outbox.withLock { outbox in
            defer { (outbox.wakeups, outbox.known) = ([], []) }
            return (outbox.wakeups, outbox.since)
        }
    }

    /// Has the notifier send what is left, and end.
    func close() {
        outbox.withLock { $0.isClosed = true }
        bell?.ring()
    }
}
