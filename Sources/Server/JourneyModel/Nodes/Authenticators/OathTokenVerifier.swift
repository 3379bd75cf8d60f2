package import JourneyMessages
import Primitives

/// Asks for a one-time password of the user's app.
package struct OathTokenVerifier: ProvesUser {
    package static let type = NodeType(
        "OathTokenVerifierNode", alias: "oathTokenVerifier", title: "OATH Token Verifier",
        "Asks for a one-time password of the user's authenticator app.", interaction: .always, repetition: .atFields)
    package static let settings = [
        NodeSetting<Self>("algorithm", \.algorithm, "AM's; the account itself says how its codes are made.")
            .inert(accountSays),
        NodeSetting<Self>("hotpWindowSize", \.lookAhead, in: 1...1000, "How many codes ahead one that counts may be."),
        NodeSetting<Self>("totpTimeInterval", \.period, in: 15...120, "AM's; the account itself says how long its codes are good.")
            .inert(accountSays),
        NodeSetting<Self>("totpTimeSteps", \.steps, in: 0...10, "How many steps each way a code by the clock may be off."),
        NodeSetting<Self>("totpHashAlgorithm", \.hash, "AM's; the account itself says which hash its codes have.")
            .inert(accountSays),
        NodeSetting<Self>("maximumAllowedClockDrift", \.drift, in: 0...100, "How many steps each way a clock that drifts is followed."),
        NodeSetting<Self>("isRecoveryCodeAllowed", \.allowsRecovery, "Whether there is a button to use a recovery code instead."),
    ]
    package static let state = StateUse(reads: ["username"], writes: ["mfaMethod"])
    private static let accountSays = "the account itself says how its codes are made, from its registration on"

    /// The outcomes for a user without an account, and for one who wants to use a recovery code.
    package static let (notRegistered, recovery) = ("notRegisteredOutcome", "recoveryCodeOutcome")

    package var algorithm = OathPlan.Algorithm.totp
    package var lookAhead = 100
    package var period = 30
    package var steps = 2
    package var hash = OathPlan.Hash.sha1
    package var drift = 5
    package var allowsRecovery = false

    package init() {}

    package var outcomes: [String] {
        [OathRegistration.success, OathRegistration.failure, Self.notRegistered] + (allowsRecovery ? [Self.recovery] : [])
    }

    package var callbacks: [CallbackType] { [.name, .confirmation] }
}
