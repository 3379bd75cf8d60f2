package import Foundations

/// The features of the module.
package enum PingIDFeatures {
    package static let all: [Feature] = [
        PingIDRules.feature, OrganisationKeys.feature, PingIDUsers.feature, TrustRecord.feature, DeviceBypass.feature,
        PingIDInstallation.feature,
        PingIDAuthentication.feature, RegistrationToken.feature, CustomerPairingKey.feature, AuthenticationToken.feature,
    ]
}
