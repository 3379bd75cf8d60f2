public import Foundation
public import Primitives

/// One-time passwords that run with the clock (RFC 6238, with T0 = 0).
public struct TOTP: Sendable, Equatable {
    /// The greatest number of steps before and after the present one that a verifier may look at.
    public static let longestDrift = 20

    /// The hash function of the HMAC.
    public var algorithm: HashAlgorithm { counting.algorithm }
    /// The number of digits of a password.
    public var digits: Int { counting.digits }
    /// Seconds for which a code is shown.
    public let period: Int
    private let counting: HOTP

    /// - Parameters:
    ///   - secret: the shared key.
    ///   - digits: 4 to 10.
    ///   - period: seconds, 1 to 86 400.
    /// - Throws: `outOfRange`; `missing` for an empty secret.
    public init(
        _ secret: Secret, algorithm: HashAlgorithm = .sha1, digits: Int = 6, period: Int = 30
    ) throws(OneTimePasswordError) {
        guard (1...86_400).contains(period) else {
            throw OneTimePasswordError(.outOfRange, "a period of \(period) seconds; it has 1 to 86 400")
        }
        counting = try HOTP(secret, algorithm: algorithm, digits: digits)
        self.period = period
    }

    /// The number of a moment's step; 0 before 1970.
    public func step(at time: Date) -> UInt64 { UInt64(clamping: time.secondsSince1970) / UInt64(period) }

    /// Returns the time when a step begins.
    public func start(of step: UInt64) -> Date { Date(timeIntervalSince1970: Double(step) * Double(period)) }

    /// The code of a moment.
    public func code(at time: Date) -> String { code(in: step(at: time)) }

    /// The code of a step.
    public func code(in step: UInt64) -> String { counting.code(at: step) }

    /// The step that a code belongs to; nil when there is none, or it isn't after `last`.
    ///
    /// It takes the same time whichever code of the window it was. The caller must remember the step that was accepted, and give it as
    /// `last` from then on: a code is accepted once (RFC 6238 §5.2), and refused even when a later step of the window has the same digits.
    /// Digits of a step before `last` don't stand in the way of the same digits after it.
    ///
    /// - Parameter drift: how many steps before and after the present one count.
    public func verify(_ code: String, at time: Date, drift: Int = 1, after last: UInt64? = nil) -> UInt64? {
        let (now, drift) = (step(at: time), UInt64(clamping: min(drift, Self.longestDrift)))
        let first = now > drift ? now - drift : 0
        let end = now.addingReportingOverflow(drift)
        let window = first...(end.overflow ? .max : end.partialValue)
        guard let last, last >= first else { return counting.verify(code, among: window) }
        guard last < window.upperBound, counting.verify(code, among: last...last) == nil else { return nil }
        return counting.verify(code, among: (last + 1)...window.upperBound)
    }
}
