package import Foundations

/// The features of the module.
package enum OrchestrationFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        OrchestrationRules.feature, CustomerKeys.feature, Licences.feature, OrchestrationUsers.feature, RegistrationRecord.feature,
        ActivationRecord.feature, AuthenticatorRecord.feature, ExchangeRecord.feature, DeviceDataRecord.feature, RequestRecord.feature,
        SessionRecord.feature, ChallengeRecord.feature,
        OrchestrationSettings.feature,
    ]
}
