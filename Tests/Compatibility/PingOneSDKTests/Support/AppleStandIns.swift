import Foundation
import PingOneSDK

// The documentation's snippets are written in classes of UIKit and UserNotifications. These have their names and do next to nothing,
// so that the snippets compile here as they stand there.

enum UIBackgroundFetchResult: Equatable { case newData, noData, failed }

@MainActor
final class UIApplication {
    static let shared = UIApplication()
    private(set) var isRegistered = false

    struct LaunchOptionsKey: Hashable {}
    func registerForRemoteNotifications() { isRegistered = true }
}

struct UNAuthorizationOptions: OptionSet {
    let rawValue: Int
    static let sound = Self(rawValue: 1)
    static let alert = Self(rawValue: 2)
    static let badge = Self(rawValue: 4)
}

protocol UNUserNotificationCenterDelegate: AnyObject {}

final class UNUserNotificationCenter {
    nonisolated(unsafe) private static let one = UNUserNotificationCenter()  // one test uses it
    static func current() -> UNUserNotificationCenter { one }

    weak var delegate: (any UNUserNotificationCenterDelegate)?
    private(set) var categories: Set<UNNotificationCategory> = []

    func requestAuthorization(options: UNAuthorizationOptions, completionHandler: (Bool, (any Error)?) -> Void) {
        completionHandler(true, nil)
    }

    func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { self.categories = categories }
}
