/// The time until which a wait lasts, by a clock that only runs.
struct WaitLimit: Sendable {
    private let end: ContinuousClock.Instant

    private init(_ end: ContinuousClock.Instant) { self.end = end }

    /// The time after a duration from now.
    static func after(_ duration: Duration) -> WaitLimit { WaitLimit(.now + duration) }

    /// Whether it has come.
    var isPast: Bool { end <= .now }

    /// The time that is left; zero when it has come.
    var remaining: Duration { max(.zero, end - .now) }

    /// The milliseconds that are left, rounded up, so that a wait of as many doesn't end early.
    var milliseconds: Int32 {
        let left = remaining
        let whole = left.components.seconds * 1000 + (left.components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: whole)
    }

    /// The earlier of this one and the time after a duration from now.
    func butAtMost(_ duration: Duration) -> WaitLimit { WaitLimit(min(end, .now + duration)) }
}
