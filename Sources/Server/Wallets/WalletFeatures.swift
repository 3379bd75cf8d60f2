package import Foundations

/// The features of the module.
package enum WalletFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        WalletInstance.feature, StampKeys.feature, Mailboxes.feature, KeptRequests.feature, RegistryLog.feature, WalletSettings.feature,
    ]
}
