public import Foundation

/// A source of the time for a module, so that a test or a simulation can hand it any.
///
/// A clock says only what it reads. The time that modules get of it, ``now``, is of whole milliseconds whatever the clock, since that is what
/// stores keep: a time that was stored and read is then equal to the one in hand.
public protocol TimeSource: Sendable {
    /// The reading of the clock, as finely as it goes. Modules ask for ``now`` instead.
    var reading: Date { get }
}

extension TimeSource {
    /// The current time, to the millisecond. No clock can give a finer one, since this is no requirement that a type could meet otherwise.
    public var now: Date { reading.wholeMilliseconds }
}

extension Date {
    /// The nearest time of whole milliseconds, which is what a database keeps of a time; the same for a time that has come out of one.
    public var wholeMilliseconds: Date { Date(millisecondsSince1970: millisecondsSince1970) }

    /// The number of milliseconds since 1970, the nearest: what is cut off instead is often one less, as a number of seconds is seldom exact.
    /// A time beyond what 64 bits hold, as a stranger may name one, is the first or the last that they hold.
    public var millisecondsSince1970: Int64 { Int64(clamping: (timeIntervalSince1970 * 1000).rounded()) }

    /// The number of whole seconds since 1970, rounded down; for a time beyond what 64 bits hold, as a stranger may name one, the first or the
    /// last that they hold.
    public var secondsSince1970: Int64 { Int64(clamping: timeIntervalSince1970.rounded(.down)) }

    /// The time of a number of milliseconds since 1970: the one way in which times are made of what is stored.
    public init(millisecondsSince1970 milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Int64 {
    /// The whole part of a number, or the nearest that 64 bits hold; 0 for what is no number. The usual conversion ends the process there.
    package init(clamping number: Double) {
        self = number.isNaN ? 0 : number >= 0x1p63 ? .max : number < -0x1p63 ? .min : Int64(number)
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    package var wholeNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

extension Duration {
    /// A length in seconds between none and a hundred years; none for what is no number. The usual conversion ends the process beyond its bounds.
    package init(clamping seconds: Double) { self = .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 100 * 365 * 86_400)) }
}

/// The clock of the machine. Only apps and front types' public initialisers name it.
public struct SystemTime: TimeSource {
    /// Makes the machine's clock.
    public init() {}
    /// The machine's present time.
    public var reading: Date { Date() }
}

/// A clock that stands still until it is moved: for tests, replays and simulations.
///
/// Its reading is 0.4 ms past the time that it was set to, as no machine's clock stands on a whole millisecond: a module that compared what it
/// read of a clock with what it stored would fail with this one, too.
public final class ManualTime: TimeSource {
    /// The distance in seconds by which the reading is off the milliseconds. Less than half of one, so that ``now`` is the time that was set.
    private static let offset: TimeInterval = 0.000_4

    private let current: Lock<Date>

    /// A clock that shows `start`, by default 2026-01-01T00:00:00Z.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_767_225_600)) { current = Lock(start) }

    /// The time that the clock was set to last, and a little more.
    public var reading: Date { current.withLock { $0 } + Self.offset }

    /// Moves the clock by `seconds`, which may be negative.
    public func advance(by seconds: TimeInterval) { current.withLock { $0 += seconds } }

    /// Sets the clock.
    public func set(_ date: Date) { current.withLock { $0 = date } }
}
