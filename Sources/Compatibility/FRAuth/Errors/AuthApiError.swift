public import FRCore
public import Foundation
import Primitives

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The error by which the server ended a journey. The values are its reason, message, code and detail.
public enum AuthApiError: FRError {
    /// The server's answer says nothing of the kind.
    case apiRequestFailure(Data?, URLResponse?, (any Error)?)
    /// The journey took too long; start it again. (The name is spelled as documented.)
    case authenticationTimout(String, String, Int?, [String: any Sendable]?)
    /// The journey failed, say by wrong credentials.
    case apiFailureWithMessage(String, String, Int?, [String: any Sendable]?)
    /// The link that should resume the journey is unknown or too old.
    case suspendedAuthSessionError(String, String, Int?, [String: any Sendable]?)
}

extension AuthApiError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.authapierror`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.authapierror" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .apiRequestFailure: 1_300_000
        case .authenticationTimout: 1_300_001
        case .apiFailureWithMessage: 1_300_002
        case .suspendedAuthSessionError: 1_300_003
        }
    }

    /// The server's own message, where it has one for users.
    public var errorDescription: String? {
        switch self {
        case .apiRequestFailure(_, _, let error): error?.localizedDescription ?? "The server refused the request"
        case .authenticationTimout: "The sign-in took too long"
        case .apiFailureWithMessage(_, let message, _, _): message
        case .suspendedAuthSessionError(_, let message, _, _): Self.withoutClass(message)
        }
    }

    /// The user info of the error as an `NSError`, with the description.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
        switch self {
        case .apiRequestFailure(let data, let response, let error):
            info["\(Self.errorDomain).responseData"] = data
            info["\(Self.errorDomain).urlresponse"] = response
            info["\(Self.errorDomain).error"] = error
        case .authenticationTimout(let reason, let message, let code, let detail),
            .apiFailureWithMessage(let reason, let message, let code, let detail),
            .suspendedAuthSessionError(let reason, let message, let code, let detail):
            info["\(Self.errorDomain).reason"] = reason
            info["\(Self.errorDomain).message"] = message
            info["\(Self.errorDomain).code"] = code
            info["\(Self.errorDomain).detail"] = detail
        }
        return info
    }

    /// The server begins this message with the name of a class of its own (`docs/protocols/step-protocol.md` 2.6).
    private static func withoutClass(_ message: String) -> String {
        guard message.hasPrefix("org."), let colon = message.firstIndex(of: ":") else { return message }
        return String(message[message.index(after: colon)...].drop(while: \.isWhitespace))
    }
}
