package import Foundations

// Events of identity providers.
extension AuditEvent.Kind {
    /// An identity provider was saved or deleted.
    package static let providerChanged = Self("provider.changed")
}
