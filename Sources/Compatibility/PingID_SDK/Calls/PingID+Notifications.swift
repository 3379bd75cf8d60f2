import CallbackBridge
import DeviceMessages
public import Foundation
import PingIDClient
import PingIDMessages
import Primitives

extension PingID {
    /// Says whether a remote notification is this SDK's. Whether the server made it shows when it is handled.
    public static func isRemoteNotification(fromPingID userInfo: [AnyHashable: Any]) -> Bool { userInfo.body != nil }

    /// Sets the device token for remote notifications; nil for none.
    public static func setRemoteNotificationsDeviceToken(_ deviceToken: Data?) {
        let address = deviceToken.map { PushAddress.apns(token: Hexadecimal.encode($0), isSandbox: SDK.isSandbox) }
        Bridge.wait { try? await SDK.device().setPushAddress(address) }
    }

    /// The categories for iOS 8 and 9, to which an app may add its own. It is `getPingIDDeprecatedRemoteNotificationsCategories` of the
    /// header, from whose name Swift's importer takes that of the class.
    public static func getDeprecatedRemoteNotificationsCategories() -> NSMutableSet { Categories.deprecated }

    /// The categories for iOS 10, to which an app may add its own. It is `getPingIDRemoteNotificationsCategories` of the header.
    public static func getRemoteNotificationsCategories() -> NSMutableSet { Categories.all }

    /// The categories for iOS 8 and 9, by the header's own name.
    public static func getPingIDDeprecatedRemoteNotificationsCategories() -> NSMutableSet { getDeprecatedRemoteNotificationsCategories() }

    /// The categories for iOS 10, by the header's own name.
    public static func getPingIDRemoteNotificationsCategories() -> NSMutableSet { getRemoteNotificationsCategories() }

    /// Handles a remote notification. Trust levels come as numbers of ``PIDTrustLevel``; `sessionInfo` has `username`, `timeout` in
    /// seconds, and where they are known `device` and `client_context`.
    public static func handleRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        completion completionBlock: (
            (
                _ remoteNotificationType: PIDRemoteNotificationType, _ availableTrustLevels: [Any]?, _ sessionInfo: [AnyHashable: Any]?,
                _ error: (any Error)?
            ) -> Void
        )?
    ) {
        let body = userInfo.body
        SDK.run(
            { try await $0.process(try known(body)) },
            then: { notification, error in
                switch notification {
                case .authentication(let details):
                    SDK.session = details.session
                    completionBlock?(.auth, details.trustLevels.documented, details.documented, error)
                case .cancelled: completionBlock?(.cancel, nil, nil, error)
                case .done, nil: completionBlock?(.done, nil, nil, error)
                }
            })
    }

    /// Does what a button of a remote notification says.
    public static func handleAction(
        withIdentifier identifier: String, forRemoteNotification userInfo: [AnyHashable: Any],
        completionBlock: ((_ error: (any Error)?) -> Void)?
    ) {
        let body = userInfo.body
        SDK.run(
            { device in
                guard case .authentication(let details) = try await device.process(try known(body)) else { return }
                guard let action = Categories.action(of: identifier) else { return }
                try await device.select(UserSelection(action: action), for: details.session)
            }, then: { (_: Void?, error) in completionBlock?(error) })
    }

    private static func known(_ body: RemoteNotificationBody?) throws -> RemoteNotificationBody {
        guard let body else { throw PingIDError(.signature, "this remote notification isn't this SDK's") }
        return body
    }
}

extension [AnyHashable: Any] {
    /// The parts of a remote notification that count; nil for another sender's.
    fileprivate var body: RemoteNotificationBody? {
        var delivered = JSONObject()
        for name in [RemoteNotificationBody.mark, PushEnvelope.member] {
            delivered[name] = (self[name] as? String).map { .string($0) }
        }
        return RemoteNotificationBody(delivered: delivered)
    }
}
