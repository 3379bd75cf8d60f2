package import JourneyMessages
import Primitives
import Translations

/// Asks for a password and keeps it until a node has checked it. An empty answer asks again.
package struct PasswordCollector: NodeDeclaration {
    package static let type = NodeType(
        "PasswordCollectorNode", alias: "password", title: "Password Collector", "Asks for a password.", interaction: .always,
        repetition: .atFields,
        standsOnPage: true)
    package static let settings = [NodeSetting<Self>("prompt", \.prompt, "The label of the field.").ours]
    package static let state = StateUse(writes: ["password"])

    package var prompt = LocalizedText(\.password)

    package init() {}

    package var callbacks: [CallbackType] { [.password] }
}
