import ResourceMessages

/// Runs another journey of the realm: its success is the outcome `true`, its failure `false`. When a node in it can't continue, the outcome
/// is `error`, if that is wanted; else the whole run fails.
package struct InnerTreeEvaluator: ProvesUser {
    package static let type = NodeType(
        "InnerTreeEvaluatorNode", alias: "innerTree", title: "Inner Tree Evaluator", "Runs another journey.",
        interaction: .sometimes, repetition: .inside, secrets: [SecretName.password, SecretName.attributes])
    package static let settings = [
        NodeSetting<Self>("tree", \.tree, required: true, "The journey to run.").naming(.journey),
        NodeSetting<Self>(
            "displayErrorOutcome", \.hasErrorOutcome, "Whether there is an outcome error, for when a node in it can't continue."),
    ]
    package static let state = StateUse(writes: [messageKey, nodeKey])
    /// The outcome of an inner journey that can't continue, where the node captures errors.
    package static let error = "error"
    /// The key of the text that says what went wrong and in which node, for the nodes behind `error`.
    package static let messageKey = "errorMessage"
    /// The key of the state for the node that failed.
    package static let nodeKey = "errorNode"

    package var tree = ""
    package var hasErrorOutcome = false

    package init() {}

    package var outcomes: [String] { [Outcome.yes, Outcome.no] + (hasErrorOutcome ? [Self.error] : []) }
}
