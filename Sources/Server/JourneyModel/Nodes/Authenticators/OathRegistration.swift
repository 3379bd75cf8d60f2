package import JourneyMessages
import Primitives

/// Registers an app that makes one-time passwords.
package struct OathRegistration: RegistersAccount, PlansPasswords, ActsForProvenUser {
    package static let type = NodeType(
        "OathRegistrationNode", alias: "oathRegistration", title: "OATH Registration",
        "Registers an authenticator app that makes one-time passwords.", interaction: .always, repetition: .atFields,
        secrets: [OathPlan.profileName],
        changesCredentials: true)
    package static let settings =
        cardSettings + planSettings + [
            NodeSetting<Self>(
                "postponeDeviceProfileStorage", \.isPostponed,
                "Whether the OATH Device Storage node keeps it later, once a code was right.")
        ]
    package static let state = StateUse(reads: ["username"], writes: [OathPlan.profileName] + RecoveryCodeDisplay.written)

    /// The outcomes: registered, or not.
    package static let (success, failure) = ("successOutcome", "failureOutcome")

    /// The appearance of the account in the app.
    package var card = AccountCard()
    /// The plan of the account's one-time passwords.
    package var plan = OathPlan()
    package var isPostponed = false
    package let outcomes = [success, failure]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .hiddenValue, .confirmation] }
}

/// Keeps the account that an OATH Registration node before it has shown.
package struct OathDeviceStorage: ActsForProvenUser {
    package static let type = NodeType(
        "OathDeviceStorageNode", alias: "oathDeviceStorage", title: "OATH Device Storage",
        "Keeps the account that OATH Registration has shown.", secrets: [OathPlan.profileName], changesCredentials: true)
    package static let settings = [
        NodeSetting<Self>("generateRecoveryCodes", \.makesRecoveryCodes, "Whether the user gets recovery codes.").ours
    ]
    package static let state = StateUse(reads: ["username", OathPlan.profileName], writes: RecoveryCodeDisplay.written)

    package var makesRecoveryCodes = true
    package let outcomes = [OathRegistration.success, OathRegistration.failure]

    package init() {}
}
