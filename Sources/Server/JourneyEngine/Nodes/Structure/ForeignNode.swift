import Primitives

/// Stands for a node of a kind that this server doesn't have, so that the journey around it can be imported, changed and exported. A run
/// that reaches it ends in failure.
struct ForeignNode: JourneyNode {
    static let type = NodeType(
        "ForeignNode", alias: "foreign", title: "Foreign Node", "Stands for a node of a kind that this server doesn't have.",
        interaction: .sometimes, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("nodeType", \.nodeType, required: true, "AM's name of the kind.").ours,
        NodeSetting<Self>("outcomes", \.outcomes, "Its outcomes.").ours,
        NodeSetting<Self>("attributes", \.attributes, "Its settings, as AM's file has them.").ours.verbatim,
    ]

    var nodeType = ""
    var outcomes: [String] = []
    var attributes = JSONObject()

    func step(_ turn: inout Turn) async throws -> NodeResult {
        throw JourneyRunError.fault("the node \(turn.place) is a \(nodeType), which this server doesn't have")
    }
}
