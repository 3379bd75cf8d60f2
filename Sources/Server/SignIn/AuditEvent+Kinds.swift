package import Foundations

// Events of journeys, scripts, policies and transactions.
extension AuditEvent.Kind {
    /// A journey was saved or deleted.
    package static let journeyChanged = Self("journey.changed")
    /// A run of a journey was suspended, to be resumed by a link.
    package static let journeySuspended = Self("journey.suspended")
    /// A suspended run was resumed.
    package static let journeyResumed = Self("journey.resumed")
    /// A script was saved or deleted.
    package static let scriptChanged = Self("script.changed")
    /// A script wrote an entry of its own.
    package static let scriptDecided = Self("script.decided")
    /// A script failed.
    package static let scriptFailed = Self("script.failed")
    /// A policy set was saved or deleted.
    package static let policiesChanged = Self("policies.changed")
    /// A user approved a transaction.
    package static let transactionApproved = Self("transaction.approved")
    /// An approved transaction was used by its access.
    package static let transactionUsed = Self("transaction.used")
    /// An access was attempted with a transaction that isn't good for it.
    package static let transactionRefused = Self("transaction.refused")
}
