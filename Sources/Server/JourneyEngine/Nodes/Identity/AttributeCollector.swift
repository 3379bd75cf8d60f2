import JourneyMessages
import Primitives
import ResourceMessages
import Directory

/// Asks for attributes of the realm's schema. Those that a user who has proved who they are has already are shown.
struct AttributeCollector: JourneyNode {
    static let type = NodeType(
        "AttributeCollectorNode", alias: "attributeCollector", title: "Attribute Collector",
        "Asks for attributes of the user, by the realm's schema.", interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("attributesToCollect", \.names, required: true, "The attributes, such as mail and preferences/marketing."),
        NodeSetting<Self>("required", \.isRequired, "Whether all of them must be given."),
        NodeSetting<Self>("validateInputs", \.isValidated, "Whether they must keep to the schema's policies."),
    ]
    static let state = StateUse(reads: ["objectAttributes"], writes: ["objectAttributes"])

    var names: [AttributeName] = []
    var isRequired = false
    var isValidated = false

    var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...50).contains(names.count) { found.append(SettingObjection("attributesToCollect", "expected 1 to 50 attributes")) }
        if Set(names).count < names.count { found.append(SettingObjection("attributesToCollect", "an attribute stands there twice")) }
        return found
    }

    var callbacks: [CallbackType] { [.stringAttribute, .numberAttribute, .booleanAttribute] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.provenUser()
        var isAnswered = true
        for name in names {
            let attribute = try await turn.attribute(name)
            let field = AttributeField(
                attribute: attribute, isRequired: isRequired || isValidated && attribute.isRequired, isValidated: isValidated, user: user)
            isAnswered = try await field.ask(&turn) && isAnswered
        }
        return isAnswered ? .outcome(Outcome.only) : .waiting
    }
}
