public import FRCore
public import Foundation
import Primitives

/// The failure of a sign-in at a provider.
public enum SocialLoginError: FRError, Equatable {
    /// The provider can't be used on this system.
    case notSupported(String)
    /// The provider handed out something that can't be used.
    case unsupportedCredentials(String)
    /// The user gave up.
    case cancelled
    /// There is no handler for the provider.
    case missingIdPHandler
}

extension SocialLoginError {
    /// The domain of these errors as `NSError`s, `com.forgerock.ios.frauth.sociallogin`.
    public static var errorDomain: String { "com.forgerock.ios.frauth.sociallogin" }

    /// The documented number of the error, its code as an `NSError`.
    public var code: Int {
        switch self {
        case .notSupported: 1_600_000
        case .unsupportedCredentials: 1_600_001
        case .cancelled: 1_600_002
        case .missingIdPHandler: 1_600_003
        }
    }

    public var errorDescription: String? {
        switch self {
        case .notSupported(let reason): "The provider can't be used: \(reason)"
        case .unsupportedCredentials(let reason): "What the provider handed out can't be used: \(reason)"
        case .cancelled: "The sign-in at the provider was cancelled"
        case .missingIdPHandler: "The app has nothing to sign in with at this provider"
        }
    }
}
