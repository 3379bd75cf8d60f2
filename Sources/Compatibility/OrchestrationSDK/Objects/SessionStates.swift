import Orchestration
import Primitives

/// The way in which a session ended.
public enum SuccessSessionState: Sendable, CaseIterable {
    /// The user's approval counts.
    case accepted
    /// The user's rejection counts.
    case refused
    /// The name that Android has for ``accepted``.
    public static var Accepted: Self { .accepted }
    /// The name that Android has for ``refused``.
    public static var Refused: Self { .refused }
}

/// The reason why a session is outdated.
public enum SessionOutdatedReason: Sendable, CaseIterable {
    /// Time ran out.
    case expired
    /// It was approved already.
    case accepted
    /// It was rejected already.
    case refused
    /// The server doesn't say.
    case unknown
    /// The name that Android has for ``expired``.
    public static var Expired: Self { .expired }
    /// The name that Android has for ``accepted``.
    public static var Accepted: Self { .accepted }
    /// The name that Android has for ``refused``.
    public static var Refused: Self { .refused }
    /// The name that Android has for ``unknown``.
    public static var Unknown: Self { .unknown }

    init(_ reason: RemoteOutcome.Reason) {
        switch reason {
        case .expired: self = .expired
        case .accepted: self = .accepted
        case .refused: self = .refused
        case .unknown: self = .unknown
        }
    }
}
