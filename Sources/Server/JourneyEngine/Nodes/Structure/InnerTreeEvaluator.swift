/// Runs another journey of the realm: its success is the outcome `true`, its failure `false`.
struct InnerTreeEvaluator: JourneyNode {
    static let type = NodeType(
        "InnerTreeEvaluatorNode", alias: "innerTree", title: "Inner Tree Evaluator", "Runs another journey.",
        interaction: .sometimes, secrets: [SecretName.password, SecretName.attributes])
    static let settings = [Setting<Self>("tree", \.tree, required: true, "The name of the journey to run.")]

    var tree = ""
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult { .enter(journey: tree) }
}
