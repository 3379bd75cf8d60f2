import Verifications

/// The end of a node's wait for a verification.
enum VerificationEnd {
    /// It is approved.
    case approved(VerifyTransaction)
    /// It has failed, and no further documents are taken.
    case failed(VerifyTransaction)
    /// Nothing but an administrator is waited for.
    case undecided(VerifyTransaction)
    /// The time of the node or of the verification is over.
    case timedOut(VerifyTransaction)
    /// The user has left.
    case exited
    /// It couldn't be begun, for a reason that the audit log has.
    case unavailable(reason: String)
}
