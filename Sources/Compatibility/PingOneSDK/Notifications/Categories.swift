import Foundation
import Primitives

#if canImport(UserNotifications)
import UserNotifications
#endif

/// The buttons of notifications, and their names.
enum Categories {
    /// The identifiers that the buttons give to `processRemoteNotificationAction`.
    static let approve = "notification.confirm"
    static let deny = "notification.deny"

    static var all: Set<UNNotificationCategory> {
        [
            category("BANNER_BUTTONS", [(approve, false), (deny, false)]), category("WITHOUT_BANNER_BUTTONS", []),
            category("APPROVE_AND_OPEN_APP", [(approve, true), (deny, false)]),
        ]
    }

    #if canImport(UserNotifications)
    private static func category(_ identifier: String, _ actions: [(String, opensApp: Bool)]) -> UNNotificationCategory {
        let actions = actions.map { action in
            // Only on an unlocked device, so that a phone that lies about approves nothing.
            UNNotificationAction(
                identifier: action.0, title: NSString.localizedUserNotificationString(forKey: action.0, arguments: nil),
                options: action.opensApp ? [.authenticationRequired, .foreground] : [.authenticationRequired])
        }
        return UNNotificationCategory(identifier: identifier, actions: actions, intentIdentifiers: [])
    }
    #else
    private static func category(_ identifier: String, _ actions: [(String, opensApp: Bool)]) -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: identifier,
            actions: actions.map { UNNotificationAction(identifier: $0.0, title: title($0.0), opensApp: $0.opensApp) })
    }

    /// The app's own text for a key, else the documented one.
    private static func title(_ key: String) -> String {
        Bundle.main.localizedString(forKey: key, value: key == approve ? "Approve" : "Deny", table: nil)
    }
    #endif
}
