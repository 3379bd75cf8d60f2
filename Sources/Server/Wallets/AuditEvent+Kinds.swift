package import Foundations

extension AuditEvent.Kind {
    /// A wallet or service has registered.
    package static let walletRegistered = Self("wallet.registered")
    /// A wallet or service has new keys.
    package static let walletKeysChanged = Self("wallet.keys_changed")
    /// A wallet or service was erased.
    package static let walletErased = Self("wallet.erased")
    /// A claim was registered in the realm's log.
    package static let walletClaimRegistered = Self("wallet.claim_registered")
    /// The expiry of a claim was registered in the realm's log.
    package static let walletClaimExpired = Self("wallet.claim_expired")
}
