/// The user's decision about a device or sign-on that waits for approval (`PIDActionType` in the documentation of the PingID SDK).
public enum DeviceAction: String, Sendable, CaseIterable {
    /// Continue.
    case approve
    /// Refuse this once.
    case deny
    /// Refuse, and take the trust from the device that asked.
    case block
}
