package import Foundations

/// The features of the module.
package enum VerificationFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        StoredVerification.feature, StoredCheck.feature, StoredOrder.feature, EarlierClaims.feature, ServiceKeys.feature,
        VerificationSettings.feature,
    ]
}
