/// The meaning of a remote notification.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDRemoteNotificationType: UInt, Sendable, CaseIterable {
    /// The authentication is complete.
    case done = 0
    /// An authentication is in progress.
    case auth = 1
    /// The authentication was cancelled.
    case cancel = 2
}
