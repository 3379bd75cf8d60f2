package import Foundations

/// The features of the module.
package enum MultiFactorFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        DeviceAuthentications.feature, AuthenticationCodes.feature, MobilePayloads.feature, PendingPushRegistration.feature,
        RecoveryCodes.feature, SecondFactorChoices.feature,
        AuthenticatorSettings.feature,
    ]
}
