import Primitives

/// Why the server ended a journey. The values are its reason, message, code and detail.
public enum AuthApiError: Error {
    /// The journey failed, say by wrong credentials.
    case apiFailureWithMessage(String, String, Int?, [String: any Sendable]?)
    /// The journey took too long; start it anew. (The name is spelled as documented.)
    case authenticationTimout(String, String, Int?, [String: any Sendable]?)
    /// The link that should resume the journey is unknown or too old.
    case suspendedAuthSessionError(String, String, Int?, [String: any Sendable]?)
}
