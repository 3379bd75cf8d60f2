package import Primitives

/// Stands for a node of a kind that this server doesn't have, so that the journey around it can be imported, changed and exported. A run
/// that reaches it ends in failure.
package struct ForeignNode: NodeDeclaration {
    package static let type = NodeType(
        "ForeignNode", alias: "foreign", title: "Foreign Node", "Stands for a node of a kind that this server doesn't have.",
        interaction: .sometimes, repetition: .never, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("nodeType", \.nodeType, required: true, "AM's name of the kind.").ours,
        NodeSetting<Self>("outcomes", \.outcomes, "Its outcomes.").ours,
        NodeSetting<Self>("attributes", \.attributes, "Its settings, as AM's file has them.").ours.verbatim,
    ]

    /// The members of a node's object in AM's files that are none of its settings.
    package static let frame: Set<String> = ["_id", "_type", "_outcomes", "_rev"]

    package var nodeType = ""
    package var outcomes: [String] = []
    package var attributes = JSONObject()

    package init() {}
}
