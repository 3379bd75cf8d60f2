import OAuthMessages
import Primitives

/// The ways in which the user may or must be asked (OpenID Connect Core §3.1.2.1).
package struct Prompt: Sendable, Equatable {
    /// `none`: not at all.
    var isForbidden = false
    /// `login`, and `select_account`: to sign in again, whether signed in or not. Signing in begins with the user's name, by which the
    /// account is chosen.
    var asksForLogin = false
    /// `consent`: whether to let the client in.
    var asksForConsent = false
    /// `create`: to make an account (Initiating User Registration via OpenID Connect 1.0).
    var asksForRegistration = false

    /// The words that requests are served with; `create` only where a realm lets people register.
    package static let served = ["none", "login", "select_account", consent]
    /// The word that asks for registration.
    package static let registration = "create"
    private static let consent = "consent"

    /// Reads the parameter. Nothing of it is dropped: a word that isn't known is refused (Initiating User Registration §4.1), and so is
    /// `none` beside others.
    init(_ text: String?) throws(OAuthError) {
        let values = (text ?? "").split(separator: " ").map(String.init)
        for value in values where !(Self.served + [Self.registration]).contains(value) {
            throw OAuthError(.invalidRequest, "prompt has the unknown value \(value.prefix(64))")
        }
        isForbidden = values.contains("none")
        asksForRegistration = values.contains(Self.registration)
        asksForLogin = asksForRegistration || values.contains("login") || values.contains("select_account")
        asksForConsent = values.contains(Self.consent)
        guard !isForbidden || Set(values).count == 1 else {
            throw OAuthError(.invalidRequest, "prompt=none stands with other values")
        }
    }
}
