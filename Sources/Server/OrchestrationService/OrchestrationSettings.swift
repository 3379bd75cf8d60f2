package import Foundations
import Primitives
import ResourceMessages

/// The authenticators in customers' apps that commands reach.
package struct OrchestrationSettings: SettingsSection {
    package var orchestrationLongPasswords = false
    package var orchestrationActivationLifetime = 900
    package var orchestrationPINAttempts = 5
    package var orchestrationPenalty = PINPenalty.lock
    package var orchestrationRequestLifetime = 60

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            6010, "orchestrationLongPasswords", \.orchestrationLongPasswords, .flag,
            "Whether activation passwords have 16 random characters instead of 8."),
        Setting(
            6020, "orchestrationActivationLifetime", \.orchestrationActivationLifetime, .seconds(60...86_400),
            "How long an activation password is good."),
        Setting(
            6030, "orchestrationPINAttempts", \.orchestrationPINAttempts, .number(1...99),
            "How many PINs in a row may be wrong before an authenticator is locked; of those activated from then on."),
        Setting(
            6040, "orchestrationPenalty", \.orchestrationPenalty, .choice(PINPenalty.allCases.map(\.rawValue)),
            "The penalty for the last wrong PIN: the authenticator is locked until it is unlocked, or removed, so that the user activates again."
        ),
        Setting(
            6050, "orchestrationRequestLifetime", \.orchestrationRequestLifetime, .seconds(5...300),
            "How long a request to sign in or to sign waits for the user."),
    ]
}
