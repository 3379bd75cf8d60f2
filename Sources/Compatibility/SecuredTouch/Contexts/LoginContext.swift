import RiskSignals
import Signals

/// The calls about the sign-in page.
public struct LoginContext: Sendable {
    let signals: Signals

    /// Records an attempt to sign in with an e-mail address, of which domain and length are sent.
    public func loginAttemptEmail(_ email: String) { signals.record(.loginAttempt(email: email)) }
    /// Records an attempt to sign in with a telephone number, of which country code and length are sent; documented for the web.
    public func loginAttemptPhoneNumber(_ countryCode: String, _ nationalNumber: String) {
        signals.record(.loginAttempt(country: countryCode, national: nationalNumber))
    }
    /// Records an attempt to sign in with a provider.
    public func loginAttempt(with type: SocialType) { loginAttempt(with: type.rawValue) }
    /// Records an attempt to sign in with another provider; one that isn't declared is reduced to its length.
    public func loginAttempt(with provider: String) { signals.record(.loginAttempt(provider: signals.word(provider))) }
    /// The same, by the form of the other SDKs.
    public func loginAttempt(_ type: SocialType) { loginAttempt(with: type) }
    /// The same, by the form of the other SDKs.
    public func loginAttempt(_ provider: String) { loginAttempt(with: provider) }
    /// Records the time of the account's making, in seconds since 1970, of which the day is sent.
    public func accountCreationTime(_ time: Int) { signals.record(.accountCreationTime(time)) }
    /// Records a failed attempt to sign in.
    public func loginFailed() { signals.record(.plain(.loginFailed)) }
    /// Records the beginning of resetting a password.
    public func forgotPassword() { signals.record(.plain(.forgotPassword)) }
}
