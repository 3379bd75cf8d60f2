public import PingIDMessages
import Primitives

/// The meaning of a push.
public enum PingIDNotification: Sendable, Equatable {
    /// Nothing is to be done: the device answered by itself, or it was a trial.
    case done
    /// The user is to decide, by ``PingIDDevice/select(_:)``.
    case authentication(SessionDetails)
    /// The sign-on was taken back.
    case cancelled(session: String)
}
