import Foundations
import HTTPBase
import Primitives
import Store
import Synchronization

/// The streams of events that are open at this node. ``tick()`` is to be called every second.
package final class EventStreams: Sendable {
    /// The number that a caller may have open, and all together.
    static let (mostOfOne, most) = (4, 256)
    /// The interval in seconds at which something is sent on each.
    static let heartBeat = 15

    private struct State {
        var open: [Int: EventStreamPlace] = [:]
        var next = 0
        var second = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// True while any stream is open.
    package var hasStreams: Bool { state.withLock { !$0.open.isEmpty } }

    /// Opens a stream for a caller.
    /// - Throws: a 429 for a caller who has too many, a 503 when there are too many in all or the server stops.
    func open(for caller: String, _ wakeups: any Wakeups) throws(Problem) -> EventStreamPlace {
        let place = EventStreamPlace(caller: caller, wakeups)
        let refused = state.withLock { state -> Problem? in
            guard !state.isClosed, state.open.count < Self.most else { return .busy("there are too many streams") }
            guard state.open.values.count(where: { $0.caller == caller }) < Self.mostOfOne else {
                return .tooMany("a caller has \(Self.mostOfOne) streams at most", after: Self.heartBeat)
            }
            state.next += 1
            place.number = state.next
            state.open[state.next] = place
            return nil
        }
        if let refused { throw refused }
        return place
    }

    /// Forgets a stream that has ended.
    func remove(_ place: EventStreamPlace) {
        state.withLock { state in
            if let number = place.number { state.open[number] = nil }
        }
    }

    /// Gives each stream its heart-beat, and those that hold events back their turn.
    package func tick() {
        let (places, second) = state.withLock { state in
            state.second = (state.second + 1) % Self.heartBeat
            return (Array(state.open.values), state.second)
        }
        for place in places {
            if (place.number ?? 0) % Self.heartBeat == second {
                place.signal(.beat)
            } else if place.isBehind {
                place.signal(.news)
            }
        }
    }

    /// Ends all streams and opens no more.
    package func close() {
        let places = state.withLock { state in
            state.isClosed = true
            return Array(state.open.values)
        }
        for place in places { place.close() }
    }
}

/// One open stream: what wakes it.
final class EventStreamPlace: Sendable {
    enum Signal: Sendable {
        /// Something may have been written into the log.
        case news
        /// The connection has been quiet for long.
        case beat
    }

    private struct State {
        var number: Int?
        var isBehind = false
    }

    let caller: String
    /// The signals, for one reader.
    let signals: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation
    private let subscription: WakeupSubscription
    private let state = Mutex(State())

    init(caller: String, _ wakeups: any Wakeups) {
        self.caller = caller
        let (signals, continuation) = AsyncStream<Signal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        self.continuation = continuation
        subscription = wakeups.subscribe(to: .auditSealed) { _ in continuation.yield(.news) }
        // Events of before are looked for at once.
        continuation.yield(.news)
    }

    /// The number among the open ones.
    fileprivate(set) var number: Int? {
        get { state.withLock { $0.number } }
        set { state.withLock { $0.number = newValue } }
    }

    /// True while there are events that the stream hasn't sent yet.
    var isBehind: Bool {
        get { state.withLock { $0.isBehind } }
        set { state.withLock { $0.isBehind = newValue } }
    }

    func signal(_ signal: Signal) { continuation.yield(signal) }
    func close() { continuation.finish() }
}
