/// The ways to authenticate that an app supports (`PIDSupportedMfaType` in the documentation of the PingID SDK).
public enum MFACapability: String, Sendable, CaseIterable {
    /// Pushes, and passcodes where a push doesn't arrive.
    case automatic
    /// Pushes only; the app must have a push address.
    case pushOnly
    /// Passcodes only.
    case passcodeOnly
}
