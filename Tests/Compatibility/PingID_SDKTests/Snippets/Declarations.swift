import Foundation
import PingID_SDK

// The declarations of PingID.h: each is used at exactly the type that Swift's importer gives it.

/// What the SDK can do.
@available(*, deprecated, message: "names the deprecated forms too")
func declaredCalls() -> [Any] {
    let setDelegate: (any PingIDDelegate) -> Void = PingID.setPingIDDelegate(_:)
    let start: (String) -> Void = PingID.initWithAppID(_:)
    let startWith: (String, PIDSupportedMfaType) -> Void = PingID.initWithAppID(_:supportedMfa:)
    let root: (Bool, PIDDataCenterType, (((any Error)?) -> Void)?) -> Void = PingID.setRootDetection(_:dataCenter:withCompletionBlock:)
    let restrictive: (((String, PIDOneTimePasscodeStatus, (any Error)?) -> Void)?) -> Void = PingID.getNextRestrictiveOneTimePasscode(_:)
    let select: (PIDUserSelectionObject, (((any Error)?) -> Void)?) -> Void = PingID.setUserSelection(_:completionBlock:)
    let selectForToken: (PIDUserSelectionObject, (((any Error)?) -> Void)?) -> Void =
        PingID.setAuthenticationUserSelection(_:completionBlock:)
    let next: () -> String? = PingID.getNextOneTimePasscode
    let validate: (String) -> Void = PingID.validateAuthenticationToken(_:)
    let payload: () throws -> String = PingID.generatePayload
    let update: (PIDUserSelectionObject) throws -> String = PingID.updateExistingPayload(withUserSelection:)
    let serverPayload: (String, ((PIDFlowState, [Any]?, (any Error)?) -> Void)?) -> Void = PingID.setServerPayload(_:completionBlock:)
    let step: (PIDDataCenterType, ((PIDFlowState, [Any]?, (any Error)?) -> Void)?) -> Void =
        PingID.postIDPAuthenticationStep(withDataCenter:completionBlock:)
    let isOurs: ([AnyHashable: Any]) -> Bool = PingID.isRemoteNotification(fromPingID:)
    let token: (Data?) -> Void = PingID.setRemoteNotificationsDeviceToken(_:)
    let oldCategories: () -> NSMutableSet = PingID.getDeprecatedRemoteNotificationsCategories
    let categories: () -> NSMutableSet = PingID.getRemoteNotificationsCategories
    let headerCategories: [() -> NSMutableSet] = [
        PingID.getPingIDDeprecatedRemoteNotificationsCategories, PingID.getPingIDRemoteNotificationsCategories,
    ]
    let handle: ([AnyHashable: Any], ((PIDRemoteNotificationType, [Any]?, [AnyHashable: Any]?, (any Error)?) -> Void)?) -> Void =
        PingID.handleRemoteNotification(_:completion:)
    let action: (String, [AnyHashable: Any], (((any Error)?) -> Void)?) -> Void =
        PingID.handleAction(withIdentifier:forRemoteNotification:completionBlock:)
    let debug: (Bool) -> Void = PingID.setDebugMode(_:)
    let keep: (Bool) -> Void = PingID.setKeepTrustedDeviceAfterReinstall(_:)
    let isTrusted: () -> Bool = PingID.isDeviceTrusted
    let logs: (((String?, (any Error)?) -> Void)?) -> Void = PingID.sendLogs(_:)
    let remove: () -> Void = PingID.removePingIDSDKLocalData
    return [
        setDelegate, start, startWith, root, restrictive, select, selectForToken, next, validate, payload, update, serverPayload, step,
        isOurs, token, oldCategories, categories, headerCategories, handle, action, debug, keep, isTrusted, logs, remove,
    ]
}

/// What its objects have.
@available(*, deprecated, message: "names the deprecated forms too")
func declaredMembers(_ sdk: PingID, _ delegate: any PingIDDelegate) -> [Any?] {
    let make: (PIDActionType, PIDTrustLevel, String?) -> PIDUserSelectionObject = PIDUserSelectionObject.init(action:trustLevel:userName:)
    let makeOld: (PIDActionType, PIDTrustLevel) -> PIDUserSelectionObject = PIDUserSelectionObject.init(action:trustLevel:)
    let selection = make(.approve, .ignored, "tom")
    selection.ignoreIntervalUnit = .days
    selection.ignoreInterval = 3
    let (unit, interval): (PIDIgnoreIntervalUnit, Int) = (selection.ignoreIntervalUnit, selection.ignoreInterval)
    let (action, level, name): (PIDActionType, PIDTrustLevel, String?) = (selection.action, selection.trustLevel, selection.userName)
    sdk.delegate = delegate
    let held: (any PingIDDelegate)? = sdk.delegate
    let refreshed: (String) -> Void = delegate.didRefreshOneTimePasscode(_:)
    let untrusted: () -> Void = delegate.didUntrustDevice
    let status: ([AnyHashable: Any], (any Error)?) -> Void = delegate.authenticationTokenStatus(_:error:)
    return [make, makeOld, unit, interval, action, level, name, held, refreshed, untrusted, status]
}

/// A delegate that implements none of the calls, all of which are optional.
final class SilentDelegate: NSObject, PingIDDelegate {}
