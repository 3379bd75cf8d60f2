/// The kind of failure, as the `code` of an `NSError` of the domain ``PIDErrorDomain``.
///
/// The header declares an unsigned type with negative values; here the raw values are signed.
public enum PIDError: Int, Sendable, CaseIterable {
    /// An internal error.
    case `internal` = -10000
    /// The pairing failed.
    case withPairing = -10001
    /// The app is disabled by its administrator.
    case appDisabled = -10002
    /// The app id is none of this server's, or another app's.
    case wrongAppID = -10003
    /// A remote notification did not arrive in time, or was too old.
    case remoteNotificationTimeout = -10004
    /// There is no network.
    case noInternetConnection = -10005
    /// A payload or notification isn't signed by the server.
    case wrongSignature = -10006
    /// A public key is missing, or serves no purpose here.
    case problemWithPublicKey = -10007
    /// A right is missing, such as active root detection.
    case missingPermissions = -10008
    /// The server can't be reached.
    case reachability = -10009
    /// The server's answer makes no sense.
    case serverResponse = -10010
    /// The server is at fault.
    case serverInternal = -10011
    /// The server's payload can't be taken.
    case withServerPayload = -10012
    /// A selection has neither an action nor a trust level, or lacks the user.
    case selectionIsMissing = -10013
    /// The app supports remote notifications only, and has no device token.
    case deviceTokenIsMissing = -10014
    /// The authentication token is wrong, or has expired.
    case expiredOrWrongAuthToken = -10015
    /// The authentication token is another app's.
    case wrongAppIDFromAuthToken = -10016
    /// The authentication token is another account's.
    case wrongAccountIDFromAuthToken = -10017
    /// The user is suspended.
    case userIsSuspended = -10018
    /// The user isn't one of this device's.
    case usernameNotPairedForToken = -10019
    /// The authentication token was used.
    case authTokenAlreadyUsed = -10020
    /// The device is rooted.
    case rootedDevice = -10021
    /// The SDK has no app id.
    case missingAppId = -10022
}

/// The domain of this SDK's errors. The documented SDK doesn't say its own.
public let PIDErrorDomain = "PIDErrorDomain"
