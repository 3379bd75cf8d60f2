package import Foundations

/// The features of the module.
package enum OAuthFeatures {
    package static let all: [Feature] = [
        PushedRequests.feature, SpentAnswers.feature, Consents.feature,
        AuthorizationSettings.feature,
    ]
}
