import DeviceFoundation
import DeviceMessages
public import Foundation
import MFA
import Primitives

extension PingOne {
    /// Takes a remote notification as the app delegate got it.
    public static func processRemoteNotification(
        _ userInfo: [AnyHashable: Any], completionHandler: @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void
    ) {
        let statement = userInfo.statement
        SDK.run({ NotificationObject(try await $0.take(statement)) }, then: completionHandler)
    }

    /// Does what a button of a notification says. Brings an object when the app must do more.
    public static func processRemoteNotificationAction(
        _ identifier: String, authenticationMethod: String?, forRemoteNotification userInfo: [AnyHashable: Any],
        completionHandler: @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void
    ) {
        let statement = userInfo.statement
        SDK.run(
            { device in
                let event = try await device.take(statement)
                guard case .request(let request) = event else { return NotificationObject(event) }
                switch identifier {
                case Categories.approve:
                    try await request.approve(methods: authenticationMethod.map { [.init(rawValue: $0)] } ?? [])
                    return NotificationObject(nil as MFAEvent?)
                case Categories.deny:
                    try await request.deny()
                    return NotificationObject(nil as MFAEvent?)
                default: return NotificationObject(event)
                }
            }, then: completionHandler)
    }

    /// Does what a button of a notification says.
    @available(*, deprecated, message: "please use processRemoteNotificationAction(identifier:authenticationMethod:userInfo) instead")
    public static func processRemoteNotificationAction(
        _ identifier: String, forRemoteNotification userInfo: [AnyHashable: Any],
        completionHandler: @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void
    ) {
        processRemoteNotificationAction(
            identifier, authenticationMethod: nil, forRemoteNotification: userInfo, completionHandler: completionHandler)
    }
}

extension [AnyHashable: Any] {
    /// The signed statement; empty, and so of no known sender, when there is none.
    fileprivate var statement: String { self[PushEnvelope.member] as? String ?? "" }
}

extension MFADevice {
    /// Takes a push; the first one that comes for what the PingID SDK left on this device moves that over.
    fileprivate func take(_ statement: String) async throws -> MFAEvent? {
        guard let old = try await SDK.oldInstallation() else { return try await process(remoteNotification: statement) }
        return try await process(remoteNotification: statement, movingOver: old)
    }
}
