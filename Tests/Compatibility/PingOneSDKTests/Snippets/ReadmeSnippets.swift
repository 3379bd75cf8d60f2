import Foundation
import PingOneSDK

// The Swift of the README that is more than a declaration, word for word but for names that it leaves undeclared and braces that it
// has too many of.

/// "1.6 Register device token", "1.7.1 Push Notifications Categories"
final class AppDelegate: UNUserNotificationCenterDelegate, Sendable {
    @MainActor
    func registerCategories() {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.requestAuthorization(options: [.sound, .alert, .badge]) { (granted, error) in
            if error == nil {
                // Registering UNNotificationCategory more than once results in previous categories being overwritten. PingOne provides
                // the needed categories. The developer may add categories.
                UNUserNotificationCenter.current().setNotificationCategories(PingOne.getUNNotificationCategories())
                DispatchQueue.main.async {
                    UIApplication.shared.registerForRemoteNotifications()
                }
            }
        }
    }

    func application(didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data, done: @escaping (NSError?) -> Void) {
        var deviceTokenType: PingOne.APNSDeviceTokenType = .production
        #if DEBUG
        deviceTokenType = .sandbox
        #endif
        PingOne.setDeviceToken(deviceToken, type: deviceTokenType) { (error) in
            done(error)
        }
    }

    /// "1.7 Handling Push Notifications"
    func application(
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void,
        display: @escaping (NotificationObject) -> Void
    ) {
        PingOne.processRemoteNotification(userInfo) { (notificationObject, error) in
            if let error = error {
                completionHandler(error.code == ErrorCode.unrecognizedRemoteNotification.rawValue ? .noData : .failed)
            } else if let notificationObject = notificationObject {
                switch notificationObject.notificationType {
                case .authentication: display(notificationObject)
                case .done, .none: break
                }
                completionHandler(.newData)
            }
        }
    }
}

/// "2.2 Send logs"
func sendLogs(_ print: @escaping (String) -> Void) {
    PingOne.sendLogs { (supportId, error) in
        if let supportId = supportId {
            print("Support ID:\(supportId)")
        } else if let error = error {
            print("error sending logs: \(error.debugDescription)")
        }
    }
}

/// "3. Mobile Authentication Framework"
final class SignOn: @unchecked Sendable {  // its closures come one after the other
    /// Stands in for the framework, which signs on and brings a token for the SDK when the device may be paired.
    struct AuthenticationUI {
        var serverPayload: String
        func authenticate(
            presenter: AnyObject, payload: String, dynamicData: String,
            completion: (_ serverPayload: String, _ accessToken: String?, _ error: (any Error)?) -> Void
        ) { completion(serverPayload, "token", nil) }
    }

    let authnUI: AuthenticationUI
    var isAnimating = true
    var displayed: ((PairingObject) -> Void)?
    var print: (String) -> Void = { _ in }
    var stopped: () -> Void = {}

    init(_ serverPayload: String) { authnUI = AuthenticationUI(serverPayload: serverPayload) }

    func stopLoadingAnimation() {
        isAnimating = false
        stopped()
    }
    func displayNotificationViewAlert(_ pairingObject: PairingObject) { displayed?(pairingObject) }

    func authenticate(With payload: String) {
        authnUI.authenticate(presenter: self, payload: payload, dynamicData: "") { [weak self] (serverPayload, accessToken, error) in
            guard let self = self else { return }

            if (serverPayload.count > 0) {  //Need pairing
                PingOne.processIdToken(serverPayload) { (pairingObject, error) in
                    self.stopLoadingAnimation()
                    if let pairingObject = pairingObject {
                        self.displayNotificationViewAlert(pairingObject)
                    } else if let error = error {
                        self.print(error.localizedDescription)
                    }
                }
            } else {
                self.stopLoadingAnimation()
            }
        }
    }
}

/// "4.2 Push notification flow"
func getNotificationTextFrom(_ userInfo: [String: Any]) -> (title: String, body: String) {
    if let aps = userInfo[Push.aps] as? [String: Any] {
        if let alert = aps[Push.alert] as? [String: String] {
            if let title = alert[Push.title], let body = alert[Push.body] {
                return (title, body)
            }
            // For first push after migration only
            if let MigrationTitle = alert[Push.MigrationTitle], let MigrationBody = alert[Push.MigrationBody] {
                return (MigrationTitle, MigrationBody)
            }
        }
    }
    return ("", "")
}

struct Push {
    static let aps = "aps"
    static let alert = "alert"
    static let title = "title-loc-key"
    static let body = "loc-key"
    static let MigrationTitle = "title"
    static let MigrationBody = "body"
}
