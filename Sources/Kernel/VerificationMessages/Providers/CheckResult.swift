/// The result of a check.
public enum CheckResult: String, Sendable, CaseIterable {
    /// It is positive.
    case pass = "PASS"
    /// It is negative.
    case fail = "FAIL"
    /// The provider hasn't answered.
    case pending = "PENDING"
    /// It can't be made here: a part or a model is missing. It is neither positive nor negative.
    case unavailable = "NOT_AVAILABLE"
}
