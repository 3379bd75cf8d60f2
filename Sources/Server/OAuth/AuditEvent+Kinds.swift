package import Foundations

// Events of codes and tokens of applications.
extension AuditEvent.Kind {
    /// A spent authorization code was presented again, which ended its grant.
    package static let codeReplayed = Self("code.replayed")
    /// Tokens were issued for a code or to a client itself.
    package static let tokenIssued = Self("token.issued")
    /// Tokens were issued for a refresh token.
    package static let tokenRefreshed = Self("token.refreshed")
    /// A token was revoked by its client.
    package static let tokenRevoked = Self("token.revoked")
    /// A spent refresh token was answered once more, as its client's setting allows.
    package static let refreshRepeated = Self("refresh.repeated")
    /// A spent refresh token was presented again, which ended its grant.
    package static let refreshReplayed = Self("refresh.replayed")
    /// A user gave an application consent.
    package static let consentGiven = Self("consent.given")
    /// A user refused an application consent.
    package static let consentRefused = Self("consent.refused")
    /// A user's consent to an application was withdrawn.
    package static let consentWithdrawn = Self("consent.withdrawn")
    /// An old grant that ended since its user has too many at one application.
    package static let grantDisplaced = Self("grant.displaced")
    /// A client failed to prove itself.
    package static let clientRefused = Self("client.refused")
}
