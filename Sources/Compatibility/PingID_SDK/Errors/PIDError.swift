/// The kind of failure, as the `code` of an `NSError` of the domain ``PIDErrorDomain``.
///
/// The header declares an unsigned type with the values -10000 to -10022: the raw values are `UInt(bitPattern:)` of these, and ``number``
/// is the value itself.
#if canImport(ObjectiveC)
@objc
#endif
public enum PIDError: UInt, Sendable, CaseIterable {
    /// An internal error.
    case `internal` = 0xFFFF_FFFF_FFFF_D8F0
    /// The pairing failed.
    case withPairing = 0xFFFF_FFFF_FFFF_D8EF
    /// The app is disabled by its administrator.
    case appDisabled = 0xFFFF_FFFF_FFFF_D8EE
    /// The app id is none of this server's, or another app's.
    case wrongAppID = 0xFFFF_FFFF_FFFF_D8ED
    /// A remote notification did not arrive in time, or was too old.
    case remoteNotificationTimeout = 0xFFFF_FFFF_FFFF_D8EC
    /// There is no network.
    case noInternetConnection = 0xFFFF_FFFF_FFFF_D8EB
    /// A payload or notification isn't signed by the server.
    case wrongSignature = 0xFFFF_FFFF_FFFF_D8EA
    /// A public key is missing, or serves no purpose here.
    case problemWithPublicKey = 0xFFFF_FFFF_FFFF_D8E9
    /// A right is missing, such as active root detection.
    case missingPermissions = 0xFFFF_FFFF_FFFF_D8E8
    /// The server can't be reached.
    case reachability = 0xFFFF_FFFF_FFFF_D8E7
    /// The server's answer makes no sense.
    case serverResponse = 0xFFFF_FFFF_FFFF_D8E6
    /// The server is at fault.
    case serverInternal = 0xFFFF_FFFF_FFFF_D8E5
    /// The server's payload can't be taken.
    case withServerPayload = 0xFFFF_FFFF_FFFF_D8E4
    /// A selection has neither an action nor a trust level, or lacks the user.
    case selectionIsMissing = 0xFFFF_FFFF_FFFF_D8E3
    /// The app supports remote notifications only, and has no device token.
    case deviceTokenIsMissing = 0xFFFF_FFFF_FFFF_D8E2
    /// The authentication token is wrong, or has expired.
    case expiredOrWrongAuthToken = 0xFFFF_FFFF_FFFF_D8E1
    /// The authentication token is another app's.
    case wrongAppIDFromAuthToken = 0xFFFF_FFFF_FFFF_D8E0
    /// The authentication token is another account's.
    case wrongAccountIDFromAuthToken = 0xFFFF_FFFF_FFFF_D8DF
    /// The user is suspended.
    case userIsSuspended = 0xFFFF_FFFF_FFFF_D8DE
    /// The user isn't one of this device's.
    case usernameNotPairedForToken = 0xFFFF_FFFF_FFFF_D8DD
    /// The authentication token was used.
    case authTokenAlreadyUsed = 0xFFFF_FFFF_FFFF_D8DC
    /// The device is rooted.
    case rootedDevice = 0xFFFF_FFFF_FFFF_D8DB
    /// The SDK has no app id.
    case missingAppId = 0xFFFF_FFFF_FFFF_D8DA

    /// The number of the header, which is the `code` of an `NSError`.
    public var number: Int { Int(bitPattern: rawValue) }

    /// The kind of failure of an `NSError`'s code; nil for another number.
    init?(number: Int) { self.init(rawValue: UInt(bitPattern: number)) }
}

/// The domain of this SDK's errors. The header doesn't name one; apps that were written against the SDK compare with this text.
public let PIDErrorDomain = "PIDErrorDomain"
