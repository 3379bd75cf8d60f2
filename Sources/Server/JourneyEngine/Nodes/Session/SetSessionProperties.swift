import Primitives

/// Gives the session to be made properties, and limits of its own.
struct SetSessionProperties: JourneyNode {
    static let type = NodeType(
        "SetSessionPropertiesNode", alias: "setSessionProperties", title: "Set Session Properties",
        "Gives the session properties, and limits of its own.")
    static let settings = [
        NodeSetting<Self>("properties", \.properties, "Names and values."),
        NodeSetting<Self>("maxSessionTime", \.sessionTime, in: 1...525_600, "Minutes that the session lives."),
        NodeSetting<Self>("maxIdleTime", \.idleTime, in: 1...525_600, "Minutes that it may lie unused."),
    ]

    var properties: [String: String] = [:]
    var sessionTime: Int?
    var idleTime: Int?

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.sessionProperties.merge(properties) { $1 }
        turn.state.sessionTime = sessionTime ?? turn.state.sessionTime
        turn.state.idleTime = idleTime ?? turn.state.idleTime
        return .outcome(Outcome.only)
    }
}
