import JourneyMessages
import Primitives

/// Lets the user pick a way; its outcomes are the texts of the choices.
struct ChoiceCollector: JourneyNode {
    static let type = NodeType(
        "ChoiceCollectorNode", alias: "choice", title: "Choice Collector", "Lets the user pick a way.", interaction: .always,
        standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("prompt", \.prompt, required: true, "What is to be chosen.").plain,
        NodeSetting<Self>("choices", \.choices, required: true, "The choices, each of which is an outcome."),
        NodeSetting<Self>("defaultChoice", \.defaultChoice, "The choice that is picked at first; else the first one."),
    ]

    var prompt: LocalizedText = ""
    var choices: [String] = []
    var defaultChoice: String?

    var outcomes: [String] { choices }

    var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...100).contains(choices.count) { found.append(SettingObjection("choices", "expected 1 to 100 choices")) }
        if Set(choices).count < choices.count { found.append(SettingObjection("choices", "a choice stands there twice")) }
        return found
    }

    var cautions: [SettingObjection] {
        guard let defaultChoice, !defaultChoice.isEmpty, !choices.contains(defaultChoice) else { return [] }
        return [SettingObjection("defaultChoice", "is none of the choices; the first one is picked at first")]
    }

    var callbacks: [CallbackType] { [.choice] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let initial = defaultChoice.flatMap(choices.firstIndex) ?? 0
        let question = ChoiceQuestion(prompt: turn.text(prompt), choices: choices, defaultChoice: initial)
        guard let index = turn.ask(question) else { return .waiting }
        return .outcome(choices[index])
    }
}
