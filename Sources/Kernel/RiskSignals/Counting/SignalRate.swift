import Primitives

/// A bound on events a second: a bucket of ``SignalLimits/burst`` that fills at ``SignalLimits/rate``. The same for instance and server.
public struct SignalRate: Sendable, Equatable {
    /// The rest, in thousandths of an event.
    private var left: Int
    /// The time of the last event, in milliseconds since 1970.
    private var last: Int?

    /// Makes a full bucket.
    public init() { left = Self.full }

    /// Takes one event at a time in milliseconds since 1970; false when there are too many. A clock that goes back fills nothing.
    public mutating func take(at time: Int) -> Bool {
        let passed = last.map { (time - $0).clamped(to: 0...Self.full) } ?? 0
        left = min(Self.full, left + passed * SignalLimits.rate)
        last = max(time, last ?? time)
        guard left >= 1000 else { return false }
        left -= 1000
        return true
    }

    private static let full = SignalLimits.burst * 1000
}
