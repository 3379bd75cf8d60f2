package import Foundations

/// The features of the module.
package enum UserTransferFeatures {
    /// The module's part of the installation's schema and erasure.
    package static let all: [Feature] = [ImportProgress.feature]
}
