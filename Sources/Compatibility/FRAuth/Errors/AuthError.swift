import Primitives

/// Why an authentication can't go on, as far as the client knows.
public enum AuthError: Error, Equatable {
    /// The server's answer is not one of the protocol.
    case invalidTokenResponse(String)
    /// A callback is none, or makes no sense for its type.
    case invalidCallbackResponse(String)
    /// The link to resume a journey has no `suspendedId`.
    case invalidResumeURI(String)
    /// No journey of that name can be run.
    case invalidAuthServiceResponse(String)
    /// No OAuth 2.0 client is configured.
    case invalidOAuth2Client
    /// A completion's type can't be had from this call.
    case invalidGenericType
    /// The user must sign in: there is neither a usable token nor a session.
    case userNotAuthenticated
    /// The server's answer belongs to another request or server, or its ID token was refused.
    case untrustedResponse(String)
}
