import Synchronization
import Authenticator
import AuthenticatorMessages
import CallbackBridge
public import Foundation
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// The receiver of the remote notifications that the app's delegate hands on.
public final class FRAPushHandler: NSObject, Sendable {
    /// The instance.
    public static let shared = FRAPushHandler()

    /// Keeps the device token, and tells the servers of it when it is another one.
    public func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        let token = PushDevice.appleToken(deviceToken)
        Runtime.state.withLock { $0.deviceToken = token }
        guard let authenticator = Runtime.authenticator else { return }
        Task { try? await authenticator.setPushDevice(Runtime.pushDevice(token)) }
    }

    /// Takes note that there is no device token: mechanisms with push can't be added until there is one.
    public func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        Runtime.state.withLock { $0.deviceToken = nil }
    }

    /// Reads a remote notification; nil when it isn't for an account of this app.
    public func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]) -> PushNotification? {
        guard let authenticator = Runtime.authenticator, let delivered = Self.object(userInfo) else { return nil }
        let received = Bridge.wait { try? await authenticator.receive(delivered) }
        return received.flatMap { $0 }.map(PushNotification.init)
    }

    /// The two texts that count, wherever the carrier has put them.
    private static func object(_ userInfo: [AnyHashable: Any]) -> JSONObject? {
        let fields = userInfo["aps"] as? [AnyHashable: Any] ?? userInfo
        guard let messageID = fields["messageId"] as? String, let token = (fields["data"] ?? fields["message"]) as? String else {
            return nil
        }
        return PushDelivery(messageID: messageID, token: token).data
    }
}
