import Primitives
package import SealedFiles

/// The things from elsewhere that verifications stand on.
package struct VerificationSources: Sendable {
    /// The place of images; in memory unless said otherwise.
    package var files: any SealedFileStore = MemoryFileStore()
    /// Reads images; nil for a server that can't, whose own checks aren't available.
    package var pictures: (any PictureReading)?
    /// The policies of realms; nil for those of their configuration.
    package var policies: (any VerifyPolicySource)?
    /// The providers outside; nil for those of realms' configuration, which are asked by webhooks.
    package var providers: (any VerificationProviderSource)?

    /// Makes sources with files in memory and no reader of images.
    package init() {}
}
