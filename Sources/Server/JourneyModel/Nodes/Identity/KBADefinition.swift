package import JourneyMessages
import Primitives
import Translations

/// Asks for as many security questions and answers as the realm wants. The same question twice is asked again.
package struct KBADefinition: NodeDeclaration {
    package static let type = NodeType(
        "KbaCreateNode", alias: "kbaDefinition", title: "KBA Definition", "Asks for security questions and their answers.",
        interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("message", \.message, "The label of the field."),
        NodeSetting<Self>("allowUserDefinedQuestions", \.allowsOwn, "Whether users may ask their own, where the realm allows it."),
    ]
    package static let state = StateUse(writes: ["objectAttributes"])

    package var message = LocalizedText(\.selectQuestion)
    package var allowsOwn = true

    package init() {}

    package var callbacks: [CallbackType] { [.kbaCreate] }
}
