import Primitives

/// The end of a remote flow.
public enum RemoteOutcome: Sendable, Hashable {
    /// The approval counts.
    case accepted
    /// The rejection counts.
    case refused
    /// The session was over before the answer came.
    case outdated(Reason)

    /// The reasons why a session is over.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// Time ran out.
        case expired
        /// It was approved before.
        case accepted
        /// It was rejected before.
        case refused
        /// The server doesn't say.
        case unknown
    }
}
