/// The ways to authenticate that an app supports (`seeds/pingid-sdk-ios.txt`, `PIDSupportedMfaType`).
public enum MFACapability: String, Sendable, CaseIterable {
    /// Pushes, and passcodes where a push doesn't arrive.
    case automatic
    /// Pushes only; the app must have a push address.
    case pushOnly
    /// Passcodes only.
    case passcodeOnly
}
