import Foundations
import ResourceMessages

/// Runs another journey of the realm: its success is the outcome `true`, its failure `false`. When a node in it can't go on, the outcome is
/// `error`, if that is wanted; else the whole run fails.
struct InnerTreeEvaluator: JourneyNode {
    static let type = NodeType(
        "InnerTreeEvaluatorNode", alias: "innerTree", title: "Inner Tree Evaluator", "Runs another journey.",
        interaction: .sometimes, secrets: [SecretName.password, SecretName.attributes])
    static let settings = [
        NodeSetting<Self>("tree", \.tree, required: true, "The journey to run.").naming(.journey),
        NodeSetting<Self>(
            "displayErrorOutcome", \.hasErrorOutcome, "Whether there is an outcome error, for when a node in it can't go on."),
    ]
    static let state = StateUse(writes: [messageKey, nodeKey])
    static let error = "error"
    /// The key of the text that says what went wrong and in which node, for the nodes behind `error`.
    static let messageKey = "errorMessage"
    static let nodeKey = "errorNode"

    var tree = ""
    var hasErrorOutcome = false
    var outcomes: [String] { [Outcome.yes, Outcome.no] + (hasErrorOutcome ? [Self.error] : []) }

    func step(_ turn: inout Turn) async throws -> NodeResult { .enter(journey: tree) }
}
