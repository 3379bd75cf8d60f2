public import FRCore
public import Foundation
import Primitives

/// The failure to get or use tokens.
public enum TokenError: FRError, Equatable {
    /// The server's answer holds no tokens, or they can't be kept.
    case failToParseToken(String)
    /// There is no refresh token.
    case nullRefreshToken
    /// There are no tokens.
    case nullToken
}

extension TokenError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.token`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.token" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .failToParseToken: 3_000_000
        case .nullRefreshToken: 3_000_001
        case .nullToken: 3_000_002
        }
    }

    public var errorDescription: String? {
        switch self {
        case .failToParseToken(let reason): "The tokens can't be used: \(reason)"
        case .nullRefreshToken: "There is no refresh token"
        case .nullToken: "There are no tokens"
        }
    }
}
