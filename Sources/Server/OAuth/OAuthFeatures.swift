package import Foundations

/// The features of the module.
package enum OAuthFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        PushedRequests.feature, SpentAnswers.feature, Consents.feature,
        AuthorizationSettings.feature,
    ]
}
