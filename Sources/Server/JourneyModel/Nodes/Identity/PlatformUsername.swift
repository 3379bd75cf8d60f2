package import JourneyMessages
import Primitives

/// Asks for a user name, where wanted one that a new account may have. An empty answer asks again.
package struct PlatformUsername: NodeDeclaration {
    package static let type = NodeType(
        "ValidatedUsernameNode", alias: "platformUsername", title: "Platform Username",
        "Asks for a user name, by the realm's schema.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("validateInput", \.isValidated, "Whether it must be a free name that keeps to the policies."),
        NodeSetting<Self>("usernameAttribute", \.attribute, "The attribute that the name is kept for."),
        NodeSetting<Self>("prepopulate", \.isPrefilled, "Whether a validated field shows at first the name that the state has."),
    ]
    package static let state = StateUse(writes: ["username", "objectAttributes"])

    package var isValidated = false
    package var attribute: AttributeName = "userName"
    package var isPrefilled = false

    package init() {}

    package var callbacks: [CallbackType] { [isValidated ? .validatedUsername : .name] }
}
