import Directory
package import Foundations

/// The features of the module.
package enum DevicePoliciesFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        TrustStores.feature, NotificationQuotas.feature, DeviceAuthenticationPolicies.feature, FIDO2Policies.feature,
        NotificationPolicies.feature,
    ]
}
