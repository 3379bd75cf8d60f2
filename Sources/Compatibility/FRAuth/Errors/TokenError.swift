import Primitives

/// Why there are no tokens.
public enum TokenError: Error, Equatable {
    /// There are no tokens.
    case nullToken
    /// There is no refresh token.
    case nullRefreshToken
    /// What the server sent holds no tokens.
    case failToParseToken(String)
}
