import Primitives

/// The state of a transaction, by the documented words.
public enum VerificationStatus: String, Sendable, CaseIterable {
    /// It was created, and the user hasn't begun.
    case requested = "REQUESTED"
    /// The user has scanned or typed the code, and hasn't submitted.
    case initiated = "INITIATED"
    /// The data were submitted, and no provider has answered.
    case inProgress = "IN_PROGRESS"
    /// Some providers have answered and others haven't, or a required check could not be made.
    case partial = "PARTIAL"
    /// All providers have answered, and each required check is positive.
    case success = "SUCCESS"
    /// All providers have answered, and a required check is negative; or the transaction's time is over.
    case fail = "FAIL"
    /// An administrator has decided that the user needs no verification.
    case notRequired = "NOT_REQUIRED"
    /// An administrator has approved against the providers' answers.
    case approvedManually = "APPROVED_MANUALLY"
    /// An administrator has approved without a provider.
    case approvedNoRequest = "APPROVED_NO_REQUEST"
    /// The transaction was deleted.
    case deleted = "DELETED"

    /// Whether no provider's answer changes it any more. An administrator may still decide otherwise.
    public var isFinal: Bool { ![.requested, .initiated, .inProgress, .partial].contains(self) }

    /// Whether the user counts as verified.
    public var isApproved: Bool { [.success, .approvedManually, .approvedNoRequest, .notRequired].contains(self) }

    /// The state in the words of the first generation's SDK, which has no `INITIATED`: there it is `IN_PROGRESS`.
    public var firstGeneration: VerificationStatus { self == .initiated ? .inProgress : self }
}
