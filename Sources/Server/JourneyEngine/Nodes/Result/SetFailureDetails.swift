import Primitives

/// Says what a client is told when the journey fails.
struct SetFailureDetails: JourneyNode {
    static let type = NodeType(
        "SetFailureDetailsNode", alias: "setFailureDetails", title: "Set Failure Details", "Says what a client is told of a failure.")
    static let settings = [
        NodeSetting<Self>("failureMessage", \.message, "The message."),
        NodeSetting<Self>("failureDetails", \.details, "Members of the failure's detail; JSON where a value is some."),
    ]

    var message = LocalizedText.none
    var details: [String: String] = [:]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        if !message.isEmpty { turn.state.failureMessage = turn.text(message) }
        turn.state.ending.failureDetails.add(details)
        return .outcome(Outcome.only)
    }
}
