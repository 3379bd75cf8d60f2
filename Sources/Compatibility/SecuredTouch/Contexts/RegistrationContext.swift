import RiskSignals
import Signals

/// The calls about the registration page.
public struct RegistrationContext: Sendable {
    let signals: Signals

    /// Records an attempt to register with an e-mail address, of which domain and length are sent.
    public func registrationAttemptEmail(_ email: String) { signals.record(.registrationAttempt(email: email)) }
    /// Records an attempt to register with a provider.
    public func registrationAttempt(with type: SocialType) { registrationAttempt(with: type.rawValue) }
    /// Records an attempt to register with another provider; one that isn't declared is reduced to its length.
    public func registrationAttempt(with provider: String) {
        signals.record(.registrationAttempt(provider: signals.word(provider)))
    }
    /// The same, by the form of the other SDKs.
    public func registrationAttempt(_ type: SocialType) { registrationAttempt(with: type) }
    /// The same, by the form of the other SDKs.
    public func registrationAttempt(_ provider: String) { registrationAttempt(with: provider) }
    /// Records a successful registration.
    public func registrationSuccess() { signals.record(.plain(.registrationSuccess)) }
    /// Records a failed registration.
    public func registrationFailed() { signals.record(.plain(.registrationFailed)) }
    /// Records a referral that was applied.
    public func referralApply() { signals.record(.plain(.referralApply)) }
}
