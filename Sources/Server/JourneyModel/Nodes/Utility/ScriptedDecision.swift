import Primitives
import ResourceMessages

/// Runs a script, whose decision is the outcome; it may ask the user first (`docs/protocols/journey-nodes.md` 4.2).
package struct ScriptedDecision: ProvesUser {
    package static let type = NodeType(
        "ScriptedDecisionNode", alias: "scriptedDecision", title: "Scripted Decision", "Runs a script, whose decision is the outcome.",
        interaction: .sometimes, repetition: .byItself, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("script", \.script, required: true, "The script's id or name.").naming(.script),
        NodeSetting<Self>("outcomes", \.outcomes, required: true, "The outcomes that the script may choose."),
        NodeSetting<Self>("inputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("outputs", \.outputs, "The keys of the state that the script may write; * for all."),
    ]

    package var script = ""
    package var outcomes: [String] = []
    package var inputs = ["*"]
    package var outputs = ["*"]

    package init() {}

    package var secrets: Set<String> { Set(inputs) }

    package var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...100).contains(outcomes.count) { found.append(SettingObjection("outcomes", "expected 1 to 100 outcomes")) }
        if Set(outcomes).count < outcomes.count { found.append(SettingObjection("outcomes", "an outcome stands there twice")) }
        if script == "[Empty]" { found.append(SettingObjection("script", "no script was chosen")) }
        return found
    }
}
