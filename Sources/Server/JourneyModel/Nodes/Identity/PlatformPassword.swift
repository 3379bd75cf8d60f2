package import JourneyMessages
import Primitives

/// Asks for a password, where wanted one that a new account may have or the user may change to. An empty answer asks again.
package struct PlatformPassword: NodeDeclaration {
    package static let type = NodeType(
        "ValidatedPasswordNode", alias: "platformPassword", title: "Platform Password",
        "Asks for a password, by the realm's policy.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("validateInput", \.isValidated, "Whether it must keep to the realm's password policy."),
        NodeSetting<Self>("passwordAttribute", \.attribute, "The attribute that it is kept for: password, the only one there is."),
    ]
    package static let state = StateUse(reads: ["objectAttributes"], writes: ["password", "objectAttributes"])

    package var isValidated = false
    package var attribute = SecretName.password

    package init() {}

    package var objections: [SettingObjection] { SecretName.objections(attribute) }

    package var callbacks: [CallbackType] { [isValidated ? .validatedPassword : .password] }
}
