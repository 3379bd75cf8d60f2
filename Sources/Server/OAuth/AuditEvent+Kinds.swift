package import Foundations

// Events of codes and tokens of applications.
extension AuditEvent.Kind {
    package static let codeReplayed = Self("code.replayed")
    package static let tokenIssued = Self("token.issued")
    package static let tokenRefreshed = Self("token.refreshed")
    package static let tokenRevoked = Self("token.revoked")
    /// A spent refresh token was answered once more, as its client's setting allows.
    package static let refreshRepeated = Self("refresh.repeated")
    package static let refreshReplayed = Self("refresh.replayed")
    package static let consentGiven = Self("consent.given")
    package static let consentRefused = Self("consent.refused")
    package static let consentWithdrawn = Self("consent.withdrawn")
    /// An old grant that ended since its user has too many at one application.
    package static let grantDisplaced = Self("grant.displaced")
    package static let clientRefused = Self("client.refused")
}
