import DeviceFoundation
import FRCore
import Foundation
import JourneyMessages
import Journeys
import OIDC
import Primitives

/// The names of the client modules' errors in the documented API.
enum Translation {
    static func documented(_ error: any Error) -> any Error {
        switch error {
        case let error as JourneyError: journey(error)
        case let error as OIDCError: tokens(error)
        case let error as TransportError: NetworkError(error)
        default: error
        }
    }

    private static func journey(_ error: JourneyError) -> any Error {
        if let transport = error.underlying as? TransportError { return NetworkError(transport) }
        guard let failure = error.failure else {
            return error.code == .noSession ? AuthError.userAuthenticationRequired : AuthError.invalidAuthServiceResponse(error.reason)
        }
        let detail = failure.detail?.object?.dictionary
        let parts = (failure.reason, failure.message, Optional(failure.code), detail)
        return switch error.code {
        case .timedOut: AuthApiError.authenticationTimout(parts.0, parts.1, parts.2, parts.3)
        case .suspensionExpired: AuthApiError.suspendedAuthSessionError(parts.0, parts.1, parts.2, parts.3)
        default: AuthApiError.apiFailureWithMessage(parts.0, parts.1, parts.2, parts.3)
        }
    }

    private static func tokens(_ error: OIDCError) -> any Error {
        if let transport = error.underlying as? TransportError { return NetworkError(transport) }
        if let browser = error.underlying as? BrowserError { return browser }
        if error.underlying is ForeignState { return OAuth2Error.invalidPKCEState }
        if let refusal = error.refusal { return OAuth2Error(refusal) }
        return switch error.code {
        case .notAuthenticated: AuthError.userAuthenticationRequired
        case .foreignResponse, .invalidIDToken: AuthError.invalidAnswer(error.reason)
        case .cancelled: BrowserError.externalUserAgentCancelled
        case .browser: BrowserError.externalUserAgentFailure
        default: TokenError.failToParseToken(error.reason)
        }
    }
}
