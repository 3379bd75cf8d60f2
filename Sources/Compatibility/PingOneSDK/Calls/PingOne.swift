import CallbackBridge
import DeviceMessages
public import Foundation
import MFA
import Primitives

#if canImport(UserNotifications)
public import UserNotifications
#endif

/// The SDK: makes the app an authenticator of its users.
public class PingOne: NSObject {
    /// The push server of Apple's that a device token is for.
    public enum APNSDeviceTokenType: Int, Sendable {
        case production = 0
        case sandbox
    }

    /// Makes a payload by which an authorization request says which device it comes from.
    /// - Throws: `NSError`.
    public static func generateMobilePayload() throws -> String {
        do { return try Bridge.wait { try await SDK.device().mobilePayload() } } catch { throw SDK.documented(error) }
    }

    /// Pairs the device by a pairing key.
    @available(
        *, deprecated, message: "please use pair(_ pairingKey: String, completion: @escaping (_ response: PairingInfo? , NSError?) instead"
    )
    public static func pair(_ pairingKey: String, completionHandler: @escaping (NSError?) -> Void) {
        pair(pairingKey, completion: { _, error in completionHandler(error) })
    }

    /// Pairs the device by a pairing key, and says how each way to authenticate stands.
    public static func pair(_ pairingKey: String, completion: @escaping (_ response: PairingInfo?, NSError?) -> Void) {
        SDK.run({ PairingInfo([try await $0.pair(with: pairingKey)]) }, then: completion)
    }

    /// Reads the ID token of a sign-on with a mobile payload: brings an object when the device may be paired, and nothing when all is
    /// done.
    public static func processIdToken(
        _ idToken: String, completionHandler: @escaping (_ pairingObject: PairingObject?, _ error: NSError?) -> Void
    ) {
        SDK.run(
            { try await $0.process(idToken: idToken).map(PairingObject.init) },
            then: { object, error in completionHandler(object ?? nil, error) })
    }

    /// Tells the server the device's token for remote notifications.
    public static func setDeviceToken(
        _ deviceToken: Data, type: APNSDeviceTokenType, completionHandler: @escaping (_ error: NSError?) -> Void
    ) {
        let digits = Array("0123456789abcdef".utf8)
        let token = String(decoding: deviceToken.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        SDK.run(
            { try await $0.setPushAddress(.apns(token: token, isSandbox: type == .sandbox)) },
            then: { (_: Void?, error) in completionHandler(error) })
    }

    /// The categories that the app must register.
    public static func getUNNotificationCategories() -> Set<UNNotificationCategory> { Categories.all }

    /// Allows remote notifications or not; they are, unless told otherwise. A server that can't be reached is told later.
    public static func pushNotification(allowed: Bool) {
        SDK.run({ try await $0.allowPush(allowed) }, then: { (_: Void?, _) in })
    }

    /// Brings the users with whom the device is paired, as `users`.
    public static func getInfo(_ completionHandler: @escaping (_ activeUsers: [String: Any]?, _ error: NSError?) -> Void) {
        SDK.run(
            { device in try await users(of: device) },
            then: { (users: [DeviceUser]?, error) in completionHandler(users.map { ["users": $0.map(\.documented)] }, error) })
    }

    private static func users(of device: MFADevice) async throws -> [DeviceUser] {
        let reports = try await device.info().compactMap { try? $0.report.get() }
        return reports.flatMap(\.pairings).map(\.user)
    }

    /// Brings the passcode of this moment. No network is used.
    public static func getOneTimePasscode(
        _ completionHandler: @escaping (_ passcodeInfo: OneTimePasscodeInfo?, _ error: (any Error)?) -> Void
    ) {
        SDK.run({ OneTimePasscodeInfo(try await $0.passcode()) }, then: { completionHandler($0, $1) })
    }

    /// Claims an authentication code: bare, or in an address.
    public static func authenticate(
        _ authCode: String, completionHandler: @escaping (_ authenticationObject: AuthenticationObject?, _ error: NSError?) -> Void
    ) {
        SDK.run({ AuthenticationObject(try await $0.authenticate(code: authCode)) }, then: completionHandler)
    }

    /// Forgets everything on this side alone. For development.
    public static func removePingOneLocalData() { Bridge.wait { try? await SDK.device().removeLocalData() } }

    /// Says whether the device stays paired when the app is installed again; it doesn't unless told so.
    public static func setDevicePairedAfterReinstall(_ stayPaired: Bool) {
        Bridge.wait { try? await SDK.device().setStaysPairedAfterReinstall(stayPaired) }
    }

    /// Sends the SDK's logs, and brings the id by which support finds them.
    public static func sendLogs(completionHandler: @escaping (_ supportId: String?, _ error: NSError?) -> Void) {
        SDK.run({ try await $0.sendLogs() }, then: completionHandler)
    }
}
