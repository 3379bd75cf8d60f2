import Primitives
import Services

/// Sends so many percent of the runs one way and the others another, at random.
struct FlowControl: JourneyNode {
    static let type = NodeType(
        "FlowControlNode", alias: "flowControl", title: "Flow Control", "Sends so many percent of the runs one way, at random.")
    static let settings = [
        NodeSetting<Self>("percentageA", \.percentage, in: 0...100, "How many percent go A."),
        NodeSetting<Self>("outcomeADisplayName", \.nameA, "What editors and drawings call A."),
        NodeSetting<Self>("outcomeBDisplayName", \.nameB, "What editors and drawings call B."),
    ]

    var percentage = 50
    var nameA = "A"
    var nameB = "B"
    let outcomes = ["A", "B"]

    func title(of outcome: String) -> String? { outcome == "A" ? nameA : nameB }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let number = turn.domain.random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .outcome(Int(number % 100) < percentage ? "A" : "B")
    }
}
