import Primitives

#if !canImport(UserNotifications)
public import Foundation

/// Stands in for `UNNotificationCategory` where the system has none: the buttons of a kind of notification.
public final class PingIDNotificationCategory: NSObject, Sendable {
    /// The category's name, which pushes carry.
    public let identifier: String
    /// The buttons.
    public let actions: [PingIDNotificationAction]

    init(identifier: String, actions: [PingIDNotificationAction]) {
        self.identifier = identifier
        self.actions = actions
    }
}

/// Stands in for `UNNotificationAction`: a button.
public final class PingIDNotificationAction: NSObject, Sendable {
    /// The name that is given to ``PingID/handleAction(withIdentifier:forRemoteNotification:completionBlock:)``.
    public let identifier: String
    /// The text on the button.
    public let title: String

    init(identifier: String, title: String) {
        self.identifier = identifier
        self.title = title
    }
}
#endif
