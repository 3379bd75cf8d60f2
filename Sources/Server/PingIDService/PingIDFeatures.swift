package import Foundations

/// The features of the module.
package enum PingIDFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        PingIDRules.feature, OrganisationKeys.feature, PingIDUsers.feature, TrustRecord.feature, DeviceBypass.feature,
        PingIDInstallation.feature,
        PingIDAuthentication.feature, RegistrationToken.feature, CustomerPairingKey.feature, AuthenticationToken.feature,
    ]
}
