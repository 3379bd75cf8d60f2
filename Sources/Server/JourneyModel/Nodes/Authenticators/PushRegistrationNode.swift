import AuthenticatorMessages
package import JourneyMessages
import Primitives

/// Registers an app for push.
package struct PushRegistrationNode: RegistersAccount, ActsForProvenUser {
    package static let type = NodeType(
        "PushRegistrationNode", alias: "pushRegistration", title: "Push Registration", "Registers an authenticator app for push.",
        interaction: .always, repetition: .never, changesCredentials: true)
    package static let settings =
        cardSettings + [NodeSetting<Self>("timeout", \.timeout, in: 5...600, "For how many seconds the code is good.")]
    package static let state = StateUse(reads: ["username"], writes: ["pushMessageId"] + RecoveryCodeDisplay.written)

    /// The appearance of the account in the app.
    package var card = AccountCard()
    package var timeout = 60
    package let outcomes = PushEnrolmentForm.outcomes

    package init() {}

    package var callbacks: [CallbackType] { PushEnrolmentForm.callbacks }
}

/// Registers an app for one-time passwords and push by one code.
package struct CombinedRegistration: RegistersAccount, PlansPasswords, ActsForProvenUser {
    package static let type = NodeType(
        "CombinedMultiFactorRegistrationNode", alias: "combinedRegistration", title: "Combined MFA Registration",
        "Registers an authenticator app for one-time passwords and push by one code.", interaction: .always, repetition: .never,
        secrets: [OathPlan.profileName], changesCredentials: true)
    package static let settings =
        cardSettings + planSettings + [
            NodeSetting<Self>("timeout", \.timeout, in: 5...600, "For how many seconds the code is good."),
            NodeSetting<Self>(
                "policiesJson", \.policies,
                "The policies that the app applies to its device: JSON with biometricAvailable, deviceTampering…"),
        ]
    package static let state = StateUse(reads: ["username"], writes: ["pushMessageId"] + RecoveryCodeDisplay.written)

    /// The appearance of the account in the app.
    package var card = AccountCard()
    /// The plan of the account's one-time passwords.
    package var plan = OathPlan()
    package var timeout = 60
    package var policies = ""
    package let outcomes = PushEnrolmentForm.outcomes

    package init() {}

    package var callbacks: [CallbackType] { PushEnrolmentForm.callbacks }

    package var objections: [SettingObjection] {
        guard !policies.isEmpty else { return [] }
        do { _ = try DevicePolicies(policies) } catch { return [SettingObjection("policiesJson", error.reason)] }
        return []
    }
}
