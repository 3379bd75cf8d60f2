package import JourneyMessages
import Primitives

/// Evaluates the risk of the sign-in, with the client's signals where it brings any.
package struct RiskNode: NodeDeclaration {
    package static let type = NodeType(
        "RiskNode", alias: "risk", title: "Risk", "Evaluates the risk of the sign-in, with the client's signals where it brings any.",
        interaction: .sometimes, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("policySet", \.policySet, "The policy set by id or name; the realm's default when empty."),
        NodeSetting<Self>("signals", \.asksSignals, "Whether the client is asked for its signals."),
        NodeSetting<Self>("keepsResult", \.keepsResult, "Whether the evaluation is kept in the state."),
    ]
    package static let state = StateUse(reads: ["username"], writes: [ProtectState.id, ProtectState.result])
    /// The outcome of a sign-in that a program is likely to have made.
    package static let bot = "bot"

    package var policySet = ""
    package var asksSignals = true
    package var keepsResult = false
    package let outcomes = ProtectEvaluationNode.levels + [bot, ProtectEvaluationNode.failure]

    package init() {}

    package var callbacks: [CallbackType] { asksSignals ? [.protectEvaluation] : [] }
}
