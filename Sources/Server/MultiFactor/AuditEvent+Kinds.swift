package import Foundations

// Events of second factors.
extension AuditEvent.Kind {
    package static let challengeCancelled = Self("challenge.cancelled")
    package static let recoveryCodeUsed = Self("recovery_code.used")
    package static let authenticationCodeDecided = Self("authentication_code.decided")
}
