/// The ways to authenticate that an app supports.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDSupportedMfaType: UInt, Sendable, CaseIterable {
    /// Remote notifications, and passcodes where one doesn't arrive.
    case automatic = 0
    /// Remote notifications only.
    case enforceRemoteNotifications = 1
    /// Passcodes only.
    case disableRemoteNotifications = 2
}
