package import Foundations

extension AuditEvent.Kind {
    /// A verify policy or a provider of verifications was made, replaced or deleted.
    package static let verificationConfigurationChanged = Self("verification.changed")
}
