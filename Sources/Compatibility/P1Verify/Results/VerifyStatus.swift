import Primitives
import VerificationMessages

/// The state of a verification, by the service's words.
public enum VerifyStatus: String, Sendable, CaseIterable {
    /// The code wasn't used.
    case REQUESTED
    /// The code was used; the data may have been submitted, and no provider has answered.
    case IN_PROGRESS
    /// Some providers have answered, others not; or an administrator has to decide.
    case PARTIAL
    /// All providers have answered, and the result is positive.
    case SUCCESS
    /// An administrator has approved against the providers' answers.
    case APPROVED_MANUALLY
    /// An administrator has approved without a provider.
    case APPROVED_NO_REQUEST
    /// An administrator has decided that the user needs no verification.
    case NOT_REQUIRED
    /// A required result is negative, or the time is over.
    case FAIL
    /// The transaction was deleted.
    case DELETED

    init(_ status: VerificationStatus) {
        self =
            switch status {
            case .requested: .REQUESTED
            case .initiated, .inProgress: .IN_PROGRESS
            case .partial: .PARTIAL
            case .success: .SUCCESS
            case .fail: .FAIL
            case .notRequired: .NOT_REQUIRED
            case .approvedManually: .APPROVED_MANUALLY
            case .approvedNoRequest: .APPROVED_NO_REQUEST
            case .deleted: .DELETED
            }
    }
}
