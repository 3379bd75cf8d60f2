package import Foundations

// Events of second factors.
extension AuditEvent.Kind {
    /// A device authentication was cancelled, and with it its challenge.
    package static let challengeCancelled = Self("challenge.cancelled")
    /// A recovery code was used.
    package static let recoveryCodeUsed = Self("recovery_code.used")
    /// An authentication code was approved, denied or failed on its device.
    package static let authenticationCodeDecided = Self("authentication_code.decided")
}
