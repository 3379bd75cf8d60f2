package import Foundation
import Primitives
package import VerificationMessages

/// A transaction as administrators see it.
package struct VerifyTransaction: Sendable, Equatable, Identifiable {
    /// The id.
    package let id: UUID
    /// The id of the user who is verified.
    package let user: UUID
    /// The id of the policy; nil for the default one of a realm that stores none.
    package let policy: UUID?
    /// The state.
    package let status: VerificationStatus
    /// The states of the parts that are asked for (`verificationStatus`).
    package let parts: [VerificationPart: VerificationStatus]
    /// The number of submissions.
    package let attempts: Int
    /// The messages of providers about the last submission.
    package let providers: [ProviderMessages]
    /// Whether a submission is taken: the first one, or a further one after a negative result.
    package let takesData: Bool
    /// Whether nothing but an administrator is waited for.
    package let waitsForDecision: Bool
    /// The time when it was made.
    package let created: Date
    /// The time of its last change.
    package let updated: Date
    /// The time until which data are taken.
    package let dataExpires: Date
    /// The time at which it ends.
    package let expires: Date
    /// The reason of an administrator's decision; nil for none.
    package let reason: String?

    /// Whether it has failed since its time was over.
    package var isTimedOut: Bool {
        status == .fail && providers.contains { $0.provider == "service" && $0.messages[Self.timedOut] != nil }
    }

    /// The key of the service's message about the time.
    static let timedOut = "TRANSACTION_TIMED_OUT"
}
