public import PingIDMessages
import Primitives

/// An event that a ``PingIDDevice`` tells, after it is stored.
public enum PingIDEvent: Sendable, Equatable {
    /// There is a new passcode, as after each exchange with the server; empty where none may be shown.
    case passcode(String)
    /// The device isn't trusted any more.
    case untrusted
    /// An authentication token has a new state.
    case token(TokenReport)
}
