package import Foundations

// What signs users in elsewhere.
extension AuditEvent.Kind {
    package static let providerChanged = Self("provider.changed")
}
