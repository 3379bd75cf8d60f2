package import JourneyMessages
import Primitives
import Translations

/// Shows a text and two buttons.
package struct MessageNode: NodeDeclaration {
    package static let type = NodeType(
        "MessageNode", alias: "message", title: "Message Node", "Shows a text and two buttons.", interaction: .always,
        repetition: .atFields,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("message", \.message, "The text."),
        NodeSetting<Self>("messageYes", \.yes, "The label of the first button, outcome true."),
        NodeSetting<Self>("messageNo", \.no, "The label of the second button, outcome false."),
        NodeSetting<Self>("stateField", \.stateField, "The key of the state that gets the button that was pressed, 0 or 1."),
    ]

    package var message = LocalizedText(\.defaultMessage)
    package var yes = LocalizedText(\.yes)
    package var no = LocalizedText(\.no)
    package var stateField: String?
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .confirmation] }
}
