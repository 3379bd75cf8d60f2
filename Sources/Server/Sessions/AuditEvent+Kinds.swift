package import Foundations

// Events of identity providers.
extension AuditEvent.Kind {
    package static let providerChanged = Self("provider.changed")
}
