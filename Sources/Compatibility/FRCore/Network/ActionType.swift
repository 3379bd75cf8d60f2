/// The purposes of requests by their documented names; the raw value is ``Action/type``.
public enum ActionType: String, Sendable, CaseIterable {
    /// The first call of a journey.
    case START_AUTHENTICATE
    /// A further step of a journey.
    case AUTHENTICATE
    /// Resumes a suspended journey.
    case RESUME_AUTHENTICATE
    /// Asks for an authorization code with a session.
    case AUTHORIZE
    /// Exchanges an authorization code for tokens.
    case EXCHANGE_TOKEN
    /// Refreshes tokens.
    case REFRESH_TOKEN
    /// Revokes a token.
    case REVOKE_TOKEN
    /// Ends a session.
    case LOGOUT
    /// Registers a push mechanism.
    case PUSH_REGISTER
    /// Answers a push notification.
    case PUSH_AUTHENTICATE
    /// Tells the server a new device token.
    case PUSH_UPDATE
    /// Reads the user's claims.
    case USER_INFO
    /// Ends the OpenID session.
    case END_SESSION
    /// Deletes a key that is bound to the user.
    case DELETE_BINDING
}
