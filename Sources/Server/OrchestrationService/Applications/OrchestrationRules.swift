import CommandChannel
import Primitives
package import ResourceMessages

/// The rules of an application whose users have authenticators that are reached by commands (`docs/orchestration.md`).
package struct OrchestrationRules: Sendable, Equatable {
    /// Whether the application's server may call, and devices may speak.
    package var isEnabled = true
    /// The domain of its users, as devices and callers name it.
    package var domain = ""
    /// The number of authenticators that a user may have.
    package var mostDevices = 5
    /// The form of PINs.
    package var pinMinimum = 6
    package var pinMaximum = 12
    package var pinIsNumeric = true
    package var pinRefusesWeak = true
    /// Whether codes count that were made without the PIN, by a fingerprint or by nothing.
    package var takesCodesWithoutPIN = false
    /// Whether the risk of registrations, sign-ins and signatures is evaluated, and told to the customer's server.
    package var evaluatesRisk = false

    package init() {}

    var pins: PINPolicy {
        PINPolicy(minimum: pinMinimum, maximum: pinMaximum, isNumeric: pinIsNumeric, refusesWeak: pinRefusesWeak)
    }
}

extension OrchestrationRules: Shaped {
    package static let shapeName = "OrchestrationRules"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag),
        Member("domain", \.domain, .text(0...ChannelUser.longestDomain)),
        Member("max_devices", \.mostDevices, .integer(1...99)),
        Member("pin_minimum", \.pinMinimum, .integer(4...64)),
        Member("pin_maximum", \.pinMaximum, .integer(4...64)),
        Member("pin_digits_only", \.pinIsNumeric, .flag),
        Member("pin_refuses_weak", \.pinRefusesWeak, .flag),
        Member("codes_without_pin", \.takesCodesWithoutPIN, .flag),
        Member("evaluates_risk", \.evaluatesRisk, .flag),
    ]
}
