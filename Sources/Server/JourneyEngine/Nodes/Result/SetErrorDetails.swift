import Primitives

/// Says what a client is told when a node can't go on.
struct SetErrorDetails: JourneyNode {
    static let type = NodeType(
        "SetErrorDetailsNode", alias: "setErrorDetails", title: "Set Error Details", "Says what a client is told of an error.")
    static let settings = [
        NodeSetting<Self>("errorMessage", \.message, "The message."),
        NodeSetting<Self>("errorDetails", \.details, "Members of the error's detail; JSON where a value is some."),
    ]

    var message = LocalizedText.none
    var details: [String: String] = [:]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        if !message.isEmpty { turn.state.ending.errorMessage = turn.text(message) }
        turn.state.ending.errorDetails.add(details)
        return .outcome(Outcome.only)
    }
}
