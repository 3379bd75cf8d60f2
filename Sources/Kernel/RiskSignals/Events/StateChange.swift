/// A change of the SDK's own state, by its name on the wire.
public enum StateChange: String, Sendable, CaseIterable {
    /// Collection began, or continued after a pause.
    case started, resumed
    /// Collection of behaviour stopped, or continued.
    case behaviorPaused, behaviorResumed
    /// The app learnt who the user is, or that no user is signed in any more.
    case loggedIn, loggedOut
    /// The app learnt the session.
    case sessionChanged
}
