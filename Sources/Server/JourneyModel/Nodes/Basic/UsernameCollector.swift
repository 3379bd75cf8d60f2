package import JourneyMessages
import Translations

/// Asks for a user name and keeps it in the state. An empty answer asks again.
package struct UsernameCollector: NodeDeclaration {
    package static let type = NodeType(
        "UsernameCollectorNode", alias: "username", title: "Username Collector", "Asks for a user name.", interaction: .always,
        repetition: .atFields,
        standsOnPage: true)
    package static let settings = [NodeSetting<Self>("prompt", \.prompt, "The label of the field.").ours]
    package static let state = StateUse(writes: ["username"])

    package var prompt = LocalizedText(\.userName)

    package init() {}

    package var callbacks: [CallbackType] { [.name] }
}
