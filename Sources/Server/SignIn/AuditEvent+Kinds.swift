package import Foundations

// Events of journeys, scripts, policies and transactions.
extension AuditEvent.Kind {
    package static let journeyChanged = Self("journey.changed")
    package static let journeySuspended = Self("journey.suspended")
    package static let journeyResumed = Self("journey.resumed")
    package static let scriptChanged = Self("script.changed")
    package static let scriptDecided = Self("script.decided")
    package static let scriptFailed = Self("script.failed")
    package static let policiesChanged = Self("policies.changed")
    package static let transactionApproved = Self("transaction.approved")
    package static let transactionUsed = Self("transaction.used")
    package static let transactionRefused = Self("transaction.refused")
}
