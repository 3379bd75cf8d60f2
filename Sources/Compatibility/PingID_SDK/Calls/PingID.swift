import CallbackBridge
public import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// The SDK: makes the app's device trusted for the customer's users.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class PingID: NSObject {
    /// The delegate, which is held weakly and is the same for all; see ``setPingIDDelegate(_:)``.
    public weak var delegate: (any PingIDDelegate)? {
        get { DelegateBox.shared.delegate }
        set { DelegateBox.shared.set(newValue) }
    }

    /// Sets the delegate, which is held weakly.
    public static func setPingIDDelegate(_ aDelegate: any PingIDDelegate) { DelegateBox.shared.set(aDelegate) }

    /// Sets the app id, for an app that supports all ways to authenticate. ``initWithAppID(_:supportedMfa:)`` is preferred.
    public static func initWithAppID(_ appID: String) { initWithAppID(appID, supportedMfa: .automatic) }

    /// Sets the app id, and the ways to authenticate that the app supports. Every other call needs this one first.
    public static func initWithAppID(_ appID: String, supportedMfa supportedMfaType: PIDSupportedMfaType) {
        SDK.start(appID, supportedMfaType.capability)
    }

    /// Says whether device tokens are for Apple's sandbox; they aren't unless told so. It counts for tokens that are set afterwards.
    public static func setDebugMode(_ debugMode: Bool) { SDK.isSandbox = debugMode }

    /// Says whether the device stays trusted when the app is installed again; it doesn't unless told so.
    public static func setKeepTrustedDeviceAfterReinstall(_ keep: Bool) {
        Bridge.wait { try? await SDK.device().setKeepsTrustAfterReinstall(keep) }
    }

    /// Says whether the device is trusted for some user. No network is used.
    public static func isDeviceTrusted() -> Bool { Bridge.wait { (try? await SDK.device().isTrusted) ?? false } }

    /// Sends the SDK's logs, and brings the id by which support finds them.
    public static func sendLogs(_ completionBlock: ((_ supportId: String?, _ error: (any Error)?) -> Void)?) {
        SDK.run({ try await $0.sendLogs() }, then: { completionBlock?($0, $1) })
    }

    /// Forgets everything on this side alone; the server isn't told. It is no way to log out.
    public static func removePingIDSDKLocalData() { Bridge.wait { try? await SDK.device().removeLocalData() } }
}
