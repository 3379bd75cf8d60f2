import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import OIDC
package import Primitives

/// What the errors of the client modules are called in the documented API.
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
            return error.code == .noSession ? AuthError.userNotAuthenticated : AuthError.invalidTokenResponse(error.reason)
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
        if let refusal = error.refusal { return OAuth2Error(refusal) }
        return switch error.code {
        case .notAuthenticated: AuthError.userNotAuthenticated
        case .foreignResponse, .invalidIDToken: AuthError.untrustedResponse(error.reason)
        case .cancelled: BrowserError.externalUserAgentCancelled
        case .browser: BrowserError.externalUserAgentFailure(error.reason)
        default: TokenError.failToParseToken(error.reason)
        }
    }
}

extension JSONValue {
    /// The value as Foundation's JSON types have it.
    var plain: any Sendable {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(clamping: value)
        case .number(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.plain)
        case .object(let object): object.dictionary
        }
    }

    /// The JSON form of one of Foundation's values; nil for anything else.
    package init?(plain value: Any) {
        guard JSONSerialization.isValidJSONObject([value]), let data = try? JSONSerialization.data(withJSONObject: [value]),
            let first = (try? JSONValue(parsing: data))?.array?.first
        else { return nil }
        self = first
    }
}

extension JSONObject {
    /// The object as the documented API hands it out.
    var untyped: [String: Any] { dictionary }

    /// The object as Foundation's JSON types have it.
    var dictionary: [String: any Sendable] {
        Dictionary(members.map { ($0.name, $0.value.plain) }) { first, _ in first }
    }
}
