/// The user's decision about a device or sign-on that waits for approval (`seeds/pingid-sdk-ios.txt`, `PIDActionType`).
public enum DeviceAction: String, Sendable, CaseIterable {
    /// Go on.
    case approve
    /// Refuse this once.
    case deny
    /// Refuse, and take the trust from the device that asked.
    case block
}
