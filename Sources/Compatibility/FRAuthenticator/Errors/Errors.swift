import Primitives

/// Why the SDK can't be used so.
public enum FRAError: Error, Equatable {
    /// The storage is set before the SDK is started.
    case invalidStateForChangingStorage
    /// Policies are set before the SDK is started.
    case invalidStateForChangingPolicyEvaluator
    /// The SDK isn't started.
    case invalidStateForUse
}

/// What is wrong with an account.
public enum AccountError: Error, Equatable {
    /// By the policy with this name.
    case accountLocked(String?)
    /// The device doesn't meet a policy of the code.
    case failToRegisterPolicyViolation(String?)
    case failToLockAccountAlreadyLocked
    /// The account hasn't the policy.
    case failToLockInvalidPolicy
    case failToLockMissingPolicyName
    case failToUnlockAccountNotLocked
}

/// Why there is no mechanism.
public enum MechanismError: Error, Equatable {
    case invalidQRCode
    /// The account has one of this type already.
    case alreadyExists(String)
    case missingInformation(String)
    case invalidInformation(String)
}

/// Why a push isn't registered or answered.
public enum PushNotificationError: Error, Equatable {
    /// There is no device token yet.
    case missingDeviceToken
    /// It was answered before, has expired, or is of another type.
    case notificationInvalidStatus
    /// What is stored can't be read or written.
    case storageError(String)
    /// The number isn't one of those that were sent.
    case invalidChallengeResponse
    case biometricAuthenticationFailed
    /// The server can't be reached, or refused.
    case requestFailed(String)
}
