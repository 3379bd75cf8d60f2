package import Foundations

/// The features of the module.
package enum MultiFactorFeatures {
    package static let all: [Feature] = [
        DeviceAuthentications.feature, AuthenticationCodes.feature, MobilePayloads.feature, PendingPushRegistration.feature,
        RecoveryCodes.feature, SecondFactorChoices.feature,
        AuthenticatorSettings.feature,
    ]
}
