import JourneyMessages
import Primitives
import ScriptMessages
import Scripting
import Foundations
import ResourceMessages

/// Runs a script, whose decision is the outcome; it may ask the user first (`docs/protocols/journey-nodes.md` 4.2).
struct ScriptedDecision: JourneyNode {
    static let type = NodeType(
        "ScriptedDecisionNode", alias: "scriptedDecision", title: "Scripted Decision", "Runs a script, whose decision is the outcome.",
        interaction: .sometimes, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("script", \.script, required: true, "The script's id or name.").naming(.script),
        NodeSetting<Self>("outcomes", \.outcomes, required: true, "What the script may decide."),
        NodeSetting<Self>("inputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("outputs", \.outputs, "The keys of the state that the script may write; * for all."),
    ]

    var script = ""
    var outcomes: [String] = []
    var inputs = ["*"]
    var outputs = ["*"]

    var secrets: Set<String> { Set(inputs) }

    var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...100).contains(outcomes.count) { found.append(SettingObjection("outcomes", "expected 1 to 100 outcomes")) }
        if Set(outcomes).count < outcomes.count { found.append(SettingObjection("outcomes", "an outcome stands there twice")) }
        if script == "[Empty]" { found.append(SettingObjection("script", "no script was chosen")) }
        return found
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let run = ScriptedRun(node: self)
        return try await run.step(&turn)
    }
}
