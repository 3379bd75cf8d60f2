import Foundation
import PingIDMessages
import Primitives

#if canImport(UserNotifications)
import UserNotifications
#endif

/// The buttons of remote notifications, and their names, which the documented SDK doesn't tell.
enum Categories {
    /// The identifiers that the buttons give to `handleAction`.
    static let approve = "pingid.approve"
    static let deny = "pingid.deny"

    /// The decision of a button; nil for another's.
    static func action(of identifier: String) -> DeviceAction? {
        switch identifier {
        case approve: .approve
        case deny: .deny
        default: nil
        }
    }

    #if canImport(UserNotifications)
    static var all: NSMutableSet {
        let actions = [approve, deny].map { name in
            // Only on an unlocked device, so that a phone that lies about approves nothing.
            UNNotificationAction(identifier: name, title: title(name), options: [.authenticationRequired])
        }
        return NSMutableSet(
            object: UNNotificationCategory(identifier: RemoteNotificationBody.category, actions: actions, intentIdentifiers: []))
    }
    #else
    static var all: NSMutableSet {
        let actions = [approve, deny].map { PingIDNotificationAction(identifier: $0, title: title($0)) }
        return NSMutableSet(object: PingIDNotificationCategory(identifier: RemoteNotificationBody.category, actions: actions))
    }
    #endif

    /// The categories of the classes of iOS 8 and 9: none, since this package runs on iOS 16 and later, which can't register any.
    static var deprecated: NSMutableSet { NSMutableSet() }

    /// The app's own text for a key, else ours.
    private static func title(_ key: String) -> String {
        Bundle.main.localizedString(forKey: key, value: key == approve ? "Approve" : "Deny", table: nil)
    }
}
