package import Foundations

/// The features of the module.
package enum SessionsFeatures {
    package static let all: [Feature] = [
        SessionRegistry.feature, Grants.feature,
        SessionSettings.feature,
    ]
}
