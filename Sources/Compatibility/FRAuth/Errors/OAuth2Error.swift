public import FRCore
public import Foundation
import OAuthMessages
import Primitives

/// A refusal of the OAuth 2.0 server, with its description (RFC 6749 §4.1.2.1, §5.2).
public enum OAuth2Error: FRError, Equatable {
    /// The authorization request is invalid, with the server's explanation.
    case invalidAuthorizeRequest(String?)
    /// The client is unknown or did not authenticate, with the server's explanation.
    case invalidClient(String?)
    /// The code or refresh token is invalid, with the server's explanation.
    case invalidGrant(String?)
    /// The client may not use this grant, with the server's explanation.
    case unauthorizedClient(String?)
    /// The server does not know the grant type, with its explanation.
    case unsupportedGrantType(String?)
    /// The server does not know the response type, with its explanation.
    case unsupportedResponseType(String?)
    /// A scope is unknown or not allowed, with the server's explanation.
    case invalidScope(String?)
    /// The redirect URI is missing or not registered, with the server's explanation.
    case missingOrInvalidRedirectURI(String?)
    /// The user or the server refused the request, with the server's explanation.
    case accessDenied(String?)
    /// The authorization response is for another request: its `state` isn't the one that was sent.
    case invalidPKCEState
    /// Any other: its code, and after a colon its description.
    case other(String?)
    /// Any other error of the server, with its explanation.
    case unknown(String?)

    init(_ error: OAuthError) {
        let text = error.explanation
        self =
            switch error.code {
            case .invalidRequest: .invalidAuthorizeRequest(text)
            case .invalidClient: .invalidClient(text)
            case .invalidGrant: .invalidGrant(text)
            case .invalidScope: .invalidScope(text)
            case .unauthorizedClient: .unauthorizedClient(text)
            case .accessDenied: .accessDenied(text)
            case .unsupportedGrantType: .unsupportedGrantType(text)
            case .unsupportedResponseType: .unsupportedResponseType(text)
            default: .other("\(error.code.name): \(text)")
            }
    }
}

extension OAuth2Error {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.oauth2`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.oauth2" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int { facts.code }

    /// The error's code on the wire.
    public var error: String { facts.error }

    public var errorDescription: String? { text.flatMap { $0.isEmpty ? nil : $0 } ?? "The server refused: \(error)" }

    /// The user info of the error as an `NSError`, with the description.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: errorDescription ?? "", "error": error, "error_description": errorDescription ?? ""]
    }

    private var text: String? { facts.text }

    private var facts: (code: Int, error: String, text: String?) {
        switch self {
        case .invalidAuthorizeRequest(let text): (1_500_001, "invalid_request", text)
        case .invalidClient(let text): (1_500_002, "invalid_client", text)
        case .invalidGrant(let text): (1_500_003, "invalid_grant", text)
        case .unauthorizedClient(let text): (1_500_004, "unauthorized_client", text)
        case .unsupportedGrantType(let text): (1_500_005, "unsupported_grant_type", text)
        case .unsupportedResponseType(let text): (1_500_006, "unsupported_response_type", text)
        case .invalidScope(let text): (1_500_007, "invalid_scope", text)
        case .missingOrInvalidRedirectURI(let text): (1_500_008, "redirect_uri_error", text)
        case .accessDenied(let text): (1_500_009, "access_denied", text)
        case .invalidPKCEState: (1_500_010, "invalid_state", "The authorization response belongs to another request")
        case .other(let text): (1_500_098, text.map { String($0.prefix { $0 != ":" }) } ?? "unknown", text)
        case .unknown(let text): (1_500_099, "unknown", text)
        }
    }
}
