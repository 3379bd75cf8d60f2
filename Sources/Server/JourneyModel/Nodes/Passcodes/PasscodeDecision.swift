package import JourneyMessages
import Primitives

/// Asks for the run's code. It is accepted once, within its time, and is void after a few wrong answers, which are counted, and
/// lock such codes for the user after too many.
package struct PasscodeDecision: ProvesUser {
    package static let type = NodeType(
        "OneTimePasswordCollectorDecisionNode", alias: "passcodeDecision", title: "OTP Collector Decision",
        "Asks for the one-time passcode that was sent.", interaction: .always, repetition: .atFields, standsOnPage: true,
        secrets: PasscodeKey.asked)
    package static let settings = [
        NodeSetting<Self>(
            "passwordExpiryTime", \.minutes, in: 1...10, "For how many minutes the code is accepted; NIST SP 800-63B-4 allows 10.")
    ]
    package static let state = StateUse(
        reads: [PasscodeKey.code, PasscodeKey.time, "username"], writes: ["username", PasscodeKey.failures])

    package var minutes = 5
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.password] }
}
