import OAuthMessages
import Primitives

/// What the OAuth 2.0 server refused, with its description (RFC 6749 §4.1.2.1, §5.2).
public enum OAuth2Error: Error, Equatable {
    case invalidRequest(String)
    case invalidClient(String)
    case invalidGrant(String)
    case invalidScope(String)
    case unauthorizedClient(String)
    case accessDenied(String)
    case unsupportedGrantType(String)
    case unsupportedResponseType(String)
    /// Any other, with its code.
    case other(String, String)

    init(_ error: OAuthError) {
        let text = error.explanation
        self =
            switch error.code {
            case .invalidRequest: .invalidRequest(text)
            case .invalidClient: .invalidClient(text)
            case .invalidGrant: .invalidGrant(text)
            case .invalidScope: .invalidScope(text)
            case .unauthorizedClient: .unauthorizedClient(text)
            case .accessDenied: .accessDenied(text)
            case .unsupportedGrantType: .unsupportedGrantType(text)
            case .unsupportedResponseType: .unsupportedResponseType(text)
            default: .other(error.code.name, text)
            }
    }
}
