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

    /// The device token, in hexadecimal digits; nil while there is none.
    public var deviceToken: String? {
        if let token = Runtime.state.withLock({ $0.deviceToken }) { return token }
        guard let authenticator = Runtime.authenticator else { return nil }
        return Bridge.wait { try? await authenticator.pushDevice }?.token
    }

    /// Keeps a device token, and tells all servers of it, also those that know it already. Those that can't be told now are told at the next
    /// start.
    /// - Parameters:
    ///   - deviceToken: in hexadecimal digits.
    ///   - onFailure: takes ``PushNotificationError/updateFailed(_:)`` when a server could not be told.
    public func updateDeviceToken(deviceToken: String, onSuccess: @escaping SuccessCallback, onFailure: @escaping ErrorCallback) {
        update(deviceToken, onSuccess, onFailure) { authenticator in
            if let failure = try await authenticator.refreshPushDevice().values.first { throw failure }
        }
    }

    /// Keeps a device token, and tells the server of one mechanism now; the others are told at the next start.
    /// - Parameters:
    ///   - deviceToken: in hexadecimal digits.
    ///   - onFailure: takes ``PushNotificationError/updateFailed(_:)`` when the server could not be told.
    public func updateDeviceToken(
        mechanism: PushMechanism, deviceToken: String, onSuccess: @escaping SuccessCallback, onFailure: @escaping ErrorCallback
    ) {
        let id = mechanism.mechanismUUID
        update(deviceToken, onSuccess, onFailure) { try await $0.refreshPushDevice(of: id) }
    }

    /// Forgets the device token: mechanisms with push can't be added until there is another one. The servers aren't told.
    public func clearDeviceToken() {
        Runtime.state.withLock { $0.deviceToken = nil }
        guard let authenticator = Runtime.authenticator else { return }
        Bridge.wait { try? await authenticator.keepPushDevice(nil) }
    }

    private func update(
        _ token: String, _ onSuccess: @escaping SuccessCallback, _ onFailure: @escaping ErrorCallback,
        _ tell: @escaping @Sendable (Authenticator) async throws -> Void
    ) {
        Runtime.state.withLock { $0.deviceToken = token }
        Runtime.run(
            {
                guard let authenticator = Runtime.authenticator else { throw FRAError.invalidStateForUse }
                do {
                    try await authenticator.keepPushDevice(Runtime.pushDevice(token), isNew: true)
                    try await tell(authenticator)
                } catch let error as AuthenticatorError { throw PushNotificationError.updateFailed(error.reason) }
            }, onSuccess: onSuccess, onError: onFailure)
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
