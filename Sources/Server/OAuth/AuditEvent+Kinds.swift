package import Foundations

// What applications are issued.
extension AuditEvent.Kind {
    package static let codeReplayed = Self("code.replayed")
    package static let tokenIssued = Self("token.issued")
    package static let tokenRefreshed = Self("token.refreshed")
    package static let tokenRevoked = Self("token.revoked")
    package static let refreshReplayed = Self("refresh.replayed")
    package static let clientRefused = Self("client.refused")
}
