/// The kind of failure, as the `code` of an `NSError` of the domain `PingOneErrorDomain`.
#if canImport(ObjectiveC)
@objc
#endif
public enum ErrorCode: Int, Sendable, CaseIterable {
    /// Internal error.
    case internalError = 10000
    /// No device token was set, and one is needed.
    case deviceTokenIsMissing = 10001
    /// The remote notification isn't one of this SDK's.
    case unrecognizedRemoteNotification = 10002
    /// The server is at fault.
    case serverError = 10003
    /// The network is at fault.
    case noConnectivity = 10004
    /// The pairing key is wrong, used or expired.
    case pairingKey = 10005
    /// The pairing key is for another bundle id.
    case bundleId = 10006
    /// The pairing key is of another server than the one that the device is paired with.
    case pairingKeyDataCenterMismatch = 10007
    /// The device isn't paired.
    case deviceIsNotPaired = 10008
    /// The answer to the push came too late.
    case pushConfirmationTimeout = 10009
    /// The passcode isn't valid.
    case passcodeNotValid = 10010
    /// The authentication code isn't valid.
    case authCodeInvalid = 10011
    /// The device doesn't comply with the policy.
    case failedPolicyRequirements = 10012
    /// Pairing is under way.
    case pairingAlreadyRunning = 10013
    /// Migration is under way; no other call can be made before it has ended.
    case migrationAlreadyRunning = 10014
    /// The device needs no migration, since it is paired already.
    case migrationNotNeeded = 10015
    /// A test notification is under way.
    case testRemoteNotificationAlreadyRunning = 10016
    /// Device and server don't trust each other.
    case trustFailed = 10017
    /// The SDK isn't configured.
    case configureError = 10018
    /// The geography can't be changed.
    case cannotUpdateGeo = 10019
    /// The request was taken back, or decided elsewhere.
    case authCanceled = 10020
    /// Unpairing is under way.
    case unpairAlreadyRunning = 10021
    /// Reserved for the SDK itself.
    case internalUsage = 10022
    /// The answer comes from another device than the one that was asked.
    case deviceMismatch = 10023
    /// The device doesn't meet the requirements.
    case failedDeviceRequirementsEvaluation = 10024
}

/// The domain of this SDK's errors.
public let PingOneErrorDomain = "PingOneErrorDomain"
