public import FRCore
public import Foundation
import Primitives

/// A fault of an account.
public enum AccountError: FRError, Equatable {
    /// The account is locked by the policy with this name.
    case accountLocked(String?)
    case failToLockMissingPolicyName
    /// The account hasn't the policy.
    case failToLockInvalidPolicy
    /// The account to be locked is locked already.
    case failToLockAccountAlreadyLocked
    /// The account to be unlocked is not locked.
    case failToUnlockAccountNotLocked
    /// The device doesn't meet a policy of the code.
    case failToRegisterPolicyViolation(String?)
}

extension AccountError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauthenticator.account`.
    public static var errorDomain: String { "com.forgerock.ios.frauthenticator.account" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .accountLocked: 6_100_000
        case .failToLockMissingPolicyName: 6_100_001
        case .failToLockInvalidPolicy: 6_100_002
        case .failToLockAccountAlreadyLocked: 6_100_003
        case .failToUnlockAccountNotLocked: 6_100_004
        case .failToRegisterPolicyViolation: 6_100_005
        }
    }

    public var errorDescription: String? {
        switch self {
        case .accountLocked(let policy): "The account is locked, as the device doesn't meet a policy of its issuer: \(policy ?? "unknown")"
        case .failToLockMissingPolicyName: "A policy needs a name to lock an account"
        case .failToLockInvalidPolicy: "The account came without this policy"
        case .failToLockAccountAlreadyLocked: "The account is locked already"
        case .failToUnlockAccountNotLocked: "The account isn't locked"
        case .failToRegisterPolicyViolation(let policy): "The device doesn't meet a policy of the account's issuer: \(policy ?? "unknown")"
        }
    }
}
