import Primitives

/// Adds members to the body of a success. Those that every success has stay what they are.
struct SetSuccessDetails: JourneyNode {
    static let type = NodeType(
        "SetSuccessDetailsNode", alias: "setSuccessDetails", title: "Set Success Details", "Adds members to the body of a success.")
    static let settings = [
        NodeSetting<Self>("successDetails", \.details, "Members and their values; JSON where a value is some."),
        NodeSetting<Self>("sessionProperties", \.properties, "Members, and the session's properties that they repeat."),
    ]

    var details: [String: String] = [:]
    var properties: [String: String] = [:]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.successDetails.add(details)
        turn.state.ending.successProperties.merge(properties) { $1 }
        return .outcome(Outcome.only)
    }
}

extension JSONObject {
    /// Adds members; a text that is JSON becomes what it says.
    mutating func add(_ texts: [String: String]) {
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            self[name] = (try? JSONValue(parsing: text)) ?? .string(text)
        }
    }
}
