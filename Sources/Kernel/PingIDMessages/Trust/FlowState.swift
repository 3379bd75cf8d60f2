/// The next step of an app after a server's payload (`PIDFlowState` in the documentation of the PingID SDK).
public enum FlowState: String, Sendable, CaseIterable {
    /// Nothing is to be done.
    case done
    /// The trusted device can't be reached: the user types a passcode of it, and may choose a trust level.
    case oneTimePasscode
    /// The user chooses one of the trust levels.
    case trustLevels
    /// The device is trusted already. The header has the value without a description; here it means that the user need not be asked.
    case deviceIsTrusted
}
