package import Foundations

/// The features of the module.
package enum SessionsFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        SessionRegistry.feature, Grants.feature,
        SessionSettings.feature,
    ]
}
