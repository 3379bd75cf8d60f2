package import Foundations

/// The features of the module.
package enum SealedFileFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [DatabaseFileStore.feature]
}
