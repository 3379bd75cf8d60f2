/// The units of the interval for which a device is ignored.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDIgnoreIntervalUnit: UInt, Sendable, CaseIterable {
    /// Minutes.
    case minutes = 0
    /// Hours.
    case hours = 1
    /// Days.
    case days = 2
    /// Weeks.
    case weeks = 3
    /// Months.
    case months = 4
    /// Years.
    case years = 5
    /// An interval without an end.
    case always = 6
}
