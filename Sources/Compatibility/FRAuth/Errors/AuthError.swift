public import FRCore
public import Foundation
import Primitives

/// The error that ends an authentication, as far as the client knows it.
public enum AuthError: FRError {
    /// The server's answer is not one of the protocol, belongs to another request or server, or holds an ID token that was refused. Its
    /// member `error` says why.
    case invalidTokenResponse([String: any Sendable]?)
    /// A callback is none, or makes no sense for its type.
    case invalidCallbackResponse(String)
    /// A callback of a type that the app doesn't support.
    case unsupportedCallback(String)
    /// No journey of that name can be run, or the server's answer is no step of one.
    case invalidAuthServiceResponse(String)
    /// No OAuth 2.0 client is configured.
    case invalidOAuth2Client
    /// A completion's type can't be had from this call.
    case invalidGenericType
    /// A user is signed in already, with tokens or with a session alone.
    case userAlreadyAuthenticated(Bool)
    /// The authentication was given up.
    case authenticationCancelled
    /// The link to resume a journey has no `suspendedId`.
    case invalidResumeURI(String)
    /// The user must sign in: there is neither a usable token nor a session.
    case userAuthenticationRequired

    static func invalidAnswer(_ reason: String) -> AuthError { .invalidTokenResponse(["error": reason]) }
}

extension AuthError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.authentication`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.authentication" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .invalidTokenResponse: 1_000_006
        case .invalidCallbackResponse: 1_000_007
        case .unsupportedCallback: 1_000_008
        case .invalidAuthServiceResponse: 1_000_009
        case .invalidOAuth2Client: 1_000_010
        case .invalidGenericType: 1_000_011
        case .userAlreadyAuthenticated: 1_000_020
        case .authenticationCancelled: 1_000_030
        case .invalidResumeURI: 1_000_031
        case .userAuthenticationRequired: 1_000_035
        }
    }

    public var errorDescription: String? {
        switch self {
        case .invalidTokenResponse(let body): "The server's answer can't be used: \(body?["error"] ?? "it holds no tokens")"
        case .invalidCallbackResponse(let reason): "A question of the server makes no sense: \(reason)"
        case .unsupportedCallback(let reason): "A question of the server isn't supported: \(reason)"
        case .invalidAuthServiceResponse(let reason): "The journey can't be run: \(reason)"
        case .invalidOAuth2Client: "No OAuth 2.0 client is configured"
        case .invalidGenericType: "The result can't be of that type; ask for Token, AccessToken or FRUser"
        case .userAlreadyAuthenticated(true): "A user is signed in already"
        case .userAlreadyAuthenticated(false): "A user has a session already; get tokens with getAccessToken()"
        case .authenticationCancelled: "The authentication was cancelled"
        case .invalidResumeURI(let reason): "The link can't resume a journey: \(reason)"
        case .userAuthenticationRequired: "The session has ended; the user must sign in again"
        }
    }
}

extension AuthError: Equatable {
    public static func == (one: AuthError, other: AuthError) -> Bool {
        one.code == other.code && one.errorDescription == other.errorDescription
    }
}
