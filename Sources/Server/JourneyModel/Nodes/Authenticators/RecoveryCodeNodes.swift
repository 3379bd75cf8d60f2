package import JourneyMessages
import Primitives

/// Shows recovery codes, once.
package struct RecoveryCodeDisplay: NodeDeclaration {
    /// The keys of the codes, and of the name of the device that they are for, by AM's names.
    package static let (codesName, deviceName) = ("recoveryCodes", "recoveryCodeDeviceName")

    /// The secrets that a node writes which makes recovery codes.
    package static let written = [codesName, deviceName]

    package static let type = NodeType(
        "RecoveryCodeDisplayNode", alias: "recoveryCodeDisplay", title: "Recovery Code Display Node",
        "Shows the recovery codes of a device that was just registered, once.", interaction: .always, repetition: .atFields,
        secrets: [codesName, deviceName])
    package static let state = StateUse(reads: [codesName, deviceName])

    package var callbacks: [CallbackType] { [.textOutput, .confirmation] }

    package init() {}
}

/// Asks for a recovery code, and uses it up.
package struct RecoveryCodeCollector: ProvesUser {
    package static let type = NodeType(
        "RecoveryCodeCollectorDecisionNode", alias: "recoveryCode", title: "Recovery Code Collector Decision",
        "Asks for a recovery code, and uses it up.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [NodeSetting<Self>("recoveryCodeType", \.kind, "The kind of device that the code is for.")]
    package static let state = StateUse(reads: ["username"])

    /// The kind of account whose codes are asked for, by AM's names.
    package enum Kind: String, SettingValue, CaseIterable {
        case oath = "OATH"
        case push = "PUSH"
        case webAuthn = "WEB_AUTHN"
    }

    package var kind = Kind.oath
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.name] }
}
