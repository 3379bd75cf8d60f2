package import JourneyMessages
import Primitives
import Translations

/// Asks whether data may be shared with each of those whom the realm names; passes when it names none.
package struct ConsentCollector: NodeDeclaration {
    package static let type = NodeType(
        "ConsentNode", alias: "consent", title: "Consent Collector", "Asks whether data may be shared, by the realm's mappings.",
        interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("allRequired", \.isRequired, "Whether the user continues only with every consent."),
        NodeSetting<Self>("message", \.message, "The question."),
    ]
    package static let state = StateUse(writes: ["objectAttributes"])

    package var isRequired = false
    package var message = LocalizedText(\.consent)

    package init() {}

    package var callbacks: [CallbackType] { [.consentMapping] }
}
