import Primitives

/// Why central login did not come to an end.
public enum BrowserError: Error, Equatable {
    /// The browser could not be opened.
    case externalUserAgentFailure(String)
    /// Another central login is under way.
    case externalUserAgentAuthenticationInProgress
    /// The user gave up, or took too long.
    case externalUserAgentCancelled
}
