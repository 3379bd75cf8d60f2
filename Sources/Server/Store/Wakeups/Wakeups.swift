/// The way from a committed change to those who wait for it.
///
/// A database hands over what its transactions have asked for, after their commit and before their callers are answered: a caller whose write
/// has returned knows that the receivers of its own process have been told.
public protocol Wakeups: Sendable {
    /// Calls `receive` with the key of each wake-up of a topic, until the subscription is released.
    ///
    /// It is called on the database's own thread, which waits meanwhile: it takes a note, and mustn't use the database.
    func subscribe(to topic: Wakeup.Topic, _ receive: @escaping @Sendable (String) -> Void) -> WakeupSubscription

    /// Tells the receivers of each topic. Called by the database alone.
    func send(_ wakeups: [Wakeup])
}

/// A receiver's place among those that are told; it ends when this is released.
public final class WakeupSubscription: Sendable {
    private let end: @Sendable () -> Void

    /// A subscription that `end` ends.
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension Wakeups {
    /// The wake-ups of a topic, for one task that works off whatever there is: any number that come while it works are one.
    public func stream(of topic: Wakeup.Topic) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let subscription = subscribe(to: topic) { _ in continuation.yield() }
        // The subscription lives as long as the stream's end hasn't come.
        continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        return stream
    }
}
