public import Foundation
import Synchronization

/// A source of the time for a module, so that a test or a simulation can hand it any.
public protocol TimeSource: Sendable {
    /// The current time.
    var now: Date { get }
}

/// The clock of the machine. Only apps and front types' public initialisers name it.
public struct SystemTime: TimeSource {
    /// Makes the machine's clock.
    public init() {}
    /// The machine's present time.
    public var now: Date { Date() }
}

/// A clock that stands still until it is moved: for tests, replays and simulations.
public final class ManualTime: TimeSource {
    private let current: Mutex<Date>

    /// A clock that shows `start`, by default 2026-01-01T00:00:00Z.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_767_225_600)) { current = Mutex(start) }

    /// The time that the clock was set to last.
    public var now: Date { current.withLock { $0 } }

    /// Moves the clock by `seconds`, which may be negative.
    public func advance(by seconds: TimeInterval) { current.withLock { $0 += seconds } }

    /// Sets the clock.
    public func set(_ date: Date) { current.withLock { $0 = date } }
}
