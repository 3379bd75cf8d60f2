public import FRCore
public import Foundation
import Primitives

/// The failure of a central login.
public enum BrowserError: FRError, Equatable {
    /// The browser could not be opened.
    case externalUserAgentFailure
    /// Another central login is under way.
    case externalUserAgentAuthenticationInProgress
    /// The user gave up, or took too long.
    case externalUserAgentCancelled
}

extension BrowserError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.browser`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.browser" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .externalUserAgentFailure: 1_400_000
        case .externalUserAgentAuthenticationInProgress: 1_400_001
        case .externalUserAgentCancelled: 1_400_002
        }
    }

    public var errorDescription: String? {
        switch self {
        case .externalUserAgentFailure: "The browser could not be opened"
        case .externalUserAgentAuthenticationInProgress: "Another sign-in in the browser is under way"
        case .externalUserAgentCancelled: "The sign-in in the browser was cancelled"
        }
    }
}
