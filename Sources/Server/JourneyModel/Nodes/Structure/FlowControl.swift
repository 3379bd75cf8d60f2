import Primitives

/// Sends so many percent of the runs one way and the others another, at random.
package struct FlowControl: NodeDeclaration {
    package static let type = NodeType(
        "FlowControlNode", alias: "flowControl", title: "Flow Control", "Sends so many percent of the runs one way, at random.")
    package static let settings = [
        NodeSetting<Self>("percentageA", \.percentage, in: 0...100, "How many percent go A."),
        NodeSetting<Self>("outcomeADisplayName", \.nameA, "The name of A in editors and drawings."),
        NodeSetting<Self>("outcomeBDisplayName", \.nameB, "The name of B in editors and drawings."),
    ]

    package var percentage = 50
    package var nameA = "A"
    package var nameB = "B"
    package let outcomes = ["A", "B"]

    package init() {}

    package func title(of outcome: String) -> String? { outcome == "A" ? nameA : nameB }
}
