import Primitives
import RiskSignals

/// The events that wait, each with the user and session of its time. Its length is bounded: of more, the oldest behaviour goes, and when there
/// is none, the oldest event.
struct SignalBuffer: Sendable {
    /// The user and the session as hashes.
    struct Identity: Sendable, Equatable {
        var user: String?
        var session: String?
    }

    /// The events that were taken for a payload.
    struct Taken: Sendable {
        fileprivate let entries: [Entry]
        let identity: Identity

        var events: [SignalEvent] { entries.map(\.event) }

        /// No events, of a user and session.
        init(of identity: Identity) {
            entries = []
            self.identity = identity
        }

        fileprivate init(_ entries: [Entry], of identity: Identity) {
            self.entries = entries
            self.identity = identity
        }
    }

    fileprivate struct Entry: Sendable {
        let event: SignalEvent
        let identity: Identity
        let size: Int
    }

    /// The bytes of events in one payload; the rest of it is for the device's attributes.
    private static let payloadSize = SignalLimits.payload - (8 << 10)

    private let limit: Int
    private var entries: [Entry] = []
    private var next = 0

    init(limit: Int) { self.limit = max(1, limit) }

    var count: Int { entries.count }
    var oldest: Int? { entries.first?.event.time }

    /// Adds an event; true when another had to go.
    mutating func add(_ body: SignalEvent.Body, at time: Int, as identity: Identity) -> Bool {
        let isFull = entries.count >= limit
        if isFull { entries.remove(at: entries.firstIndex { $0.event.body.isBehavior } ?? 0) }
        let event = SignalEvent(number: next, time: time, body)
        next += 1
        entries.append(Entry(event: event, identity: identity, size: event.row().encoded.count + 1))
        return isFull
    }

    /// Takes the first events that belong to one user and session and fit in one payload.
    mutating func take() -> Taken? {
        guard let identity = entries.first?.identity else { return nil }
        var (count, size) = (0, 0)
        for entry in entries.prefix(SignalLimits.events) {
            guard entry.identity == identity, size + entry.size <= Self.payloadSize else { break }
            (count, size) = (count + 1, size + entry.size)
        }
        defer { entries.removeFirst(count) }
        return Taken(Array(entries.prefix(count)), of: identity)
    }

    /// Puts back what was taken and did not become a payload, before what came meanwhile.
    ///
    /// - Returns: how many had to go, the oldest, since the buffer is full.
    mutating func putBack(_ taken: Taken) -> Int {
        entries = taken.entries + entries
        let surplus = max(0, entries.count - limit)
        entries.removeFirst(surplus)
        return surplus
    }
}

extension SignalEvent.Body {
    var isBehavior: Bool { if case .behavior = self { true } else { false } }
}
