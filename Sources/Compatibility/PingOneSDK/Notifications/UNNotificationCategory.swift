import Primitives

#if !canImport(UserNotifications)
public import Foundation

/// Stands in for the class of that name where the system has none: the buttons of a kind of notification.
public final class UNNotificationCategory: NSObject, Sendable {
    /// The category's name, which pushes carry.
    public let identifier: String
    /// Its buttons.
    public let actions: [UNNotificationAction]

    /// A category.
    public init(identifier: String, actions: [UNNotificationAction]) {
        self.identifier = identifier
        self.actions = actions
    }

    public override var hash: Int { identifier.hashValue }
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return other.identifier == identifier && other.actions == actions
    }
}

/// Stands in for the class of that name: a button.
public final class UNNotificationAction: NSObject, Sendable {
    /// The identifier that `processRemoteNotificationAction` is given.
    public let identifier: String
    /// The text on the button.
    public let title: String
    /// Whether the app comes to the front.
    public let opensApp: Bool

    /// A button.
    public init(identifier: String, title: String, opensApp: Bool) {
        self.identifier = identifier
        self.title = title
        self.opensApp = opensApp
    }

    public override var hash: Int { identifier.hashValue }
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return (other.identifier, other.title, other.opensApp) == (identifier, title, opensApp)
    }
}
#endif
