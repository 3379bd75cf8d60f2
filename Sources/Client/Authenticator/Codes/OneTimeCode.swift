public import Foundation
import Primitives

/// A one-time password and when it is good.
public struct OneTimeCode: Sendable, Equatable {
    /// The digits.
    public let code: String
    /// The times from and until which the code is valid, by this device's clock; nil for a code that counts.
    public let from, until: Date?
    /// The counter of the code; nil for a code that runs with the clock.
    public let counter: UInt64?

    /// Returns the part of its time that has passed, 0 to 1; 0 for a code that counts.
    public func progress(at time: Date) -> Double {
        guard let from, let until, until > from else { return 0 }
        return min(1, max(0, time.timeIntervalSince(from) / until.timeIntervalSince(from)))
    }
}
