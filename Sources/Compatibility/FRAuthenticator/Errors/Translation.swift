import Authenticator
import DeviceFoundation
import OneTimePassword
import Primitives

/// The modern module's errors in the documented ones' words.
enum Translation {
    static func documented(_ error: any Error) -> any Error {
        if error is UserVerificationError { return PushNotificationError.biometricAuthenticationFailed }
        guard let error = error as? AuthenticatorError else { return error }
        if error.code == .duplicate { return MechanismError.alreadyExists(error.subject ?? error.reason) }
        if error.code == .policy { return AccountError.failToRegisterPolicyViolation(error.subject) }
        if error.code == .locked { return AccountError.accountLocked(error.subject) }
        return table[error.code]?(error.reason) ?? uri(error)
    }

    private static let table: [AuthenticatorError.Code: @Sendable (String) -> any Error] = [
        .pushDeviceMissing: { _ in PushNotificationError.missingDeviceToken },
        .expired: { _ in PushNotificationError.notificationInvalidStatus },
        .answered: { _ in PushNotificationError.notificationInvalidStatus },
        .unknown: { _ in PushNotificationError.notificationInvalidStatus },
        .number: { _ in PushNotificationError.invalidChallengeResponse },
        .userVerification: { _ in PushNotificationError.biometricAuthenticationFailed },
        .storage: { FRAError.failToSaveIntoStorageClient($0) }, .connectivity: { PushNotificationError.requestFailed($0) },
        .refused: { PushNotificationError.requestFailed($0) },
    ]

    private static func uri(_ error: AuthenticatorError) -> any Error {
        guard error.code == .uri else { return error }
        switch (error.underlying as? OneTimePasswordError)?.code {
        case .missing?: return MechanismError.missingInformation(error.reason)
        case .outOfRange?, .unsupported?: return MechanismError.invalidInformation(error.reason)
        default: return MechanismError.invalidQRCode
        }
    }
}
