/// The next step of a flow.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDFlowState: Int, Sendable, CaseIterable {
    /// Nothing is to be done.
    case done = 0
    /// The trusted device can't be reached: show the trust levels that there are offline.
    case oneTimePasscode = 1
    /// Show the trust levels to choose from.
    case trustLevels = 2
    /// The device is trusted already.
    case deviceIsTrusted = 3
}
