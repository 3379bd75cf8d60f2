/// Takes planned properties from the session to be made.
struct RemoveSessionProperties: JourneyNode {
    static let type = NodeType(
        "RemoveSessionPropertiesNode", alias: "removeSessionProperties", title: "Remove Session Properties",
        "Takes properties from the session to be made.")
    static let settings = [NodeSetting<Self>("propertyNames", \.names, required: true, "The properties' names.")]

    var names: [String] = []

    func step(_ turn: inout Turn) async throws -> NodeResult {
        for name in names { turn.state.sessionProperties[name] = nil }
        return .outcome(Outcome.only)
    }
}
