import Authenticator

/// A mechanism by which the user is asked.
public class PushMechanism: Mechanism {
    /// Its notifications, the newest first.
    public var notifications: [PushNotification] { FRAClient.shared?.getAllNotifications(mechanism: self) ?? [] }
    /// Those that can be answered still.
    public var pendingNotifications: [PushNotification] { notifications.filter(\.isPending) }
}
