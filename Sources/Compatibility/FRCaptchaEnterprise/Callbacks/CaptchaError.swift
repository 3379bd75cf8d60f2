public import Foundation
import Primitives

/// The failure of a provider that throws nothing itself.
public enum CaptchaError: LocalizedError {
    /// The provider brought no token.
    case noToken

    public var errorDescription: String? { "The CAPTCHA's provider brought no token" }
}
