package import JourneyMessages
import Primitives

/// Asks for attributes of the realm's schema. Those that a user who has proved who they are has already are shown.
package struct AttributeCollector: NodeDeclaration {
    package static let type = NodeType(
        "AttributeCollectorNode", alias: "attributeCollector", title: "Attribute Collector",
        "Asks for attributes of the user, by the realm's schema.", interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("attributesToCollect", \.names, required: true, "The attributes, such as mail and preferences/marketing."),
        NodeSetting<Self>("required", \.isRequired, "Whether all of them must be given."),
        NodeSetting<Self>("validateInputs", \.isValidated, "Whether they must keep to the schema's policies."),
    ]
    package static let state = StateUse(reads: ["objectAttributes"], writes: ["objectAttributes"])

    package var names: [AttributeName] = []
    package var isRequired = false
    package var isValidated = false

    package init() {}

    package var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...50).contains(names.count) { found.append(SettingObjection("attributesToCollect", "expected 1 to 50 attributes")) }
        if Set(names).count < names.count { found.append(SettingObjection("attributesToCollect", "an attribute stands there twice")) }
        return found
    }

    package var callbacks: [CallbackType] { [.stringAttribute, .numberAttribute, .booleanAttribute] }
}
