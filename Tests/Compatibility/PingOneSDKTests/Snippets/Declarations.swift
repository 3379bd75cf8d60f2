import Foundation
import PingOneSDK

// The declarations of both documents: each is used at exactly the type that it is documented with.

/// What the SDK can do.
@available(*, deprecated, message: "names the deprecated forms too")
func declaredCalls() -> [Any] {
    let generateMobilePayload: () throws -> String = PingOne.generateMobilePayload
    let pairOld: (String, @escaping (NSError?) -> Void) -> Void = PingOne.pair(_:completionHandler:)
    let pair: (String, @escaping (_ response: PairingInfo?, NSError?) -> Void) -> Void = PingOne.pair(_:completion:)
    let processIdToken: (String, @escaping (_ pairingObject: PairingObject?, _ error: NSError?) -> Void) -> Void =
        PingOne.processIdToken(_:completionHandler:)
    let setDeviceToken: (Data, PingOne.APNSDeviceTokenType, @escaping (_ error: NSError?) -> Void) -> Void =
        PingOne.setDeviceToken(_:type:completionHandler:)
    let categories: () -> Set<UNNotificationCategory> = PingOne.getUNNotificationCategories
    let pushNotification: (Bool) -> Void = PingOne.pushNotification(allowed:)
    let process: ([AnyHashable: Any], @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void) -> Void =
        PingOne.processRemoteNotification(_:completionHandler:)
    let action:
        (String, String?, [AnyHashable: Any], @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void) -> Void =
            PingOne.processRemoteNotificationAction(_:authenticationMethod:forRemoteNotification:completionHandler:)
    let actionOld: (String, [AnyHashable: Any], @escaping (_ notificationObject: NotificationObject?, _ error: NSError?) -> Void) -> Void =
        PingOne.processRemoteNotificationAction(_:forRemoteNotification:completionHandler:)
    let getInfo: (@escaping (_ activeUsers: [String: Any]?, _ error: NSError?) -> Void) -> Void = PingOne.getInfo(_:)
    let authenticate: (String, @escaping (_ authenticationObject: AuthenticationObject?, _ error: NSError?) -> Void) -> Void =
        PingOne.authenticate(_:completionHandler:)
    let passcodeInfo: (@escaping (_ passcodeInfo: OneTimePasscodeInfo?, _ error: (any Error)?) -> Void) -> Void =
        PingOne.getOneTimePasscode(_:)
    let passcodeData: (@escaping (_ oneTimePasscodeData: OneTimePasscodeData?, _ error: (any Error)?) -> Void) -> Void =
        PingOne.getOneTimePasscode(_:)
    let remove: () -> Void = PingOne.removePingOneLocalData
    let stayPaired: (Bool) -> Void = PingOne.setDevicePairedAfterReinstall(_:)
    let sendLogs: (@escaping (_ supportId: String?, _ error: NSError?) -> Void) -> Void = PingOne.sendLogs(completionHandler:)
    let migrate: (@escaping (_ status: MigrationStatus, _ response: PairingInfo?, _ error: NSError?) -> Void) -> Void =
        PingOne.migrateFromPingID(completionHandler:)
    return [
        generateMobilePayload, pairOld, pair, processIdToken, setDeviceToken, categories, pushNotification, process, action, actionOld,
        getInfo,
        authenticate, passcodeInfo, passcodeData, remove, stayPaired, sendLogs, migrate,
    ]
}

/// What its objects have.
@available(*, deprecated, message: "names the deprecated forms too")
func declaredMembers(
    _ authentication: AuthenticationObject, _ model: AuthenticatorModel, _ notification: NotificationObject,
    _ passcode: OneTimePasscodeInfo,
    _ info: PairingInfo, _ pairing: PairingObject
) -> [Any?] {
    let users: [[String: Any]]? = authentication.users
    let texts: [String?] = [authentication.userApproval, authentication.clientContext, authentication.status]
    let approve: (String, @escaping (_ status: String?, _ error: NSError?) -> Void) -> Void = authentication.approve(
        userId:completionHandler:)
    let deny: (String?, @escaping (_ status: String?, _ error: NSError?) -> Void) -> Void = authentication.deny(_:completionHandler:)
    let type: AuthenticatorModel.AuthenticatorType = model.type
    let status: AuthenticatorModel.AuthenticatorStatus = model.status
    let codes: [String?] = [model.errorCode, model.errorMessage]
    let kind: NotificationObject.NotificationType = notification.notificationType
    let timeout: Int = notification.timeoutDuration
    let context: String = notification.clientContext
    let confirm: (String?, @escaping (_ error: NSError?) -> Void) -> Void =
        notification.approve(withAuthenticationMethod:completionHandler:)
    let confirmOld: (@escaping (_ error: NSError?) -> Void) -> Void = notification.approve(completionHandler:)
    let refuse: (@escaping (_ error: NSError?) -> Void) -> Void = notification.deny(completionHandler:)
    let (code, until, from, window): (String, Double, Double, Int) =
        (passcode.passcode, passcode.validUntil, passcode.validFrom, passcode.timeWindowSize)
    let authenticators: [AuthenticatorModel] = info.authenticatorsArray
    let pairOld: (@escaping (_ error: NSError?) -> Void) -> Void = pairing.approve(completionHandler:)
    let pair: (@escaping (_ response: PairingInfo?, _ error: NSError?) -> Void) -> Void = pairing.approve(completion:)
    return [
        users, texts, approve, deny, type, status, codes, kind, timeout, context, confirm, confirmOld, refuse, code, until, from, window,
        authenticators, pairOld, pair,
    ]
}
