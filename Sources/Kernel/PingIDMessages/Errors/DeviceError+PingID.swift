public import DeviceMessages
import Primitives

extension DeviceError.Code {
    /// The application is switched off.
    public static let applicationDisabled = Self(rawValue: "application_disabled")
    /// A push that the device was to show that it gets did not arrive in time.
    public static let pushTimeout = Self(rawValue: "push_timeout")
    /// A public key is missing, or serves no purpose here.
    public static let publicKey = Self(rawValue: "public_key")
    /// The device lacks a right that the server asks for, such as active root detection.
    public static let permission = Self(rawValue: "permission")
    /// A payload is none of this realm's or device's, or was spent.
    public static let payload = Self(rawValue: "payload")
    /// A selection has neither an action nor a trust level.
    public static let selectionMissing = Self(rawValue: "selection_missing")
    /// The application wants pushes, and the device gave no address for them.
    public static let pushAddressMissing = Self(rawValue: "push_address_missing")
    /// No authentication token of this text is good: unknown or expired.
    public static let token = Self(rawValue: "token")
    /// The authentication token is another application's.
    public static let tokenApplication = Self(rawValue: "token_application")
    /// The authentication token is another account's.
    public static let tokenAccount = Self(rawValue: "token_account")
    /// The user is suspended.
    public static let userSuspended = Self(rawValue: "user_suspended")
    /// The user isn't one of this device's.
    public static let userNotPaired = Self(rawValue: "user_not_paired")
    /// The authentication token was claimed by another device, or is over.
    public static let tokenUsed = Self(rawValue: "token_used")
    /// The device is rooted, and the application doesn't allow that.
    public static let rooted = Self(rawValue: "rooted")
}

extension DeviceError {
    /// The number that the documented SDK has for a refusal (`PIDError` in the documentation of the PingID SDK); -10010 for one that it has
    /// none for.
    public var pingIDNumber: Int { Self.pingIDNumbers[code] ?? -10_010 }

    private static let pingIDNumbers: [Code: Int] = [
        .conflict: -10_001, .alreadyDecided: -10_001, .cancelled: -10_001, .deviceMismatch: -10_001, .notPaired: -10_001,
        .applicationDisabled: -10_002, .application: -10_003, .pushTimeout: -10_004, .expired: -10_004, .invalidProof: -10_006,
        .clockSkew: -10_006, .publicKey: -10_007, .permission: -10_008, .policy: -10_008, .server: -10_011, .payload: -10_012,
        .replayed: -10_012, .selectionMissing: -10_013, .pushAddressMissing: -10_014, .token: -10_015, .tokenApplication: -10_016,
        .tokenAccount: -10_017, .userSuspended: -10_018, .userNotPaired: -10_019, .tokenUsed: -10_020, .rooted: -10_021,
    ]

    /// The status that goes with a code of this product (RFC 9110 §15); for the others, ``status``.
    public var pingIDStatus: Int {
        switch code {
        case .selectionMissing, .pushAddressMissing, .publicKey, .payload: 400
        case .applicationDisabled, .permission, .tokenApplication, .tokenAccount, .userSuspended, .userNotPaired, .rooted: 403
        case .token: 404
        case .tokenUsed: 409
        case .pushTimeout: 410
        default: status
        }
    }
}
