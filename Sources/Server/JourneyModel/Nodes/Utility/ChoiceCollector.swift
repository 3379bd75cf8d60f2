package import JourneyMessages
import Primitives

/// Lets the user pick a way; its outcomes are the texts of the choices.
package struct ChoiceCollector: NodeDeclaration {
    package static let type = NodeType(
        "ChoiceCollectorNode", alias: "choice", title: "Choice Collector", "Lets the user pick a way.", interaction: .always,
        repetition: .atFields,
        standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("prompt", \.prompt, required: true, "The question above the choices.").plain,
        NodeSetting<Self>("choices", \.choices, required: true, "The choices, each of which is an outcome."),
        NodeSetting<Self>("defaultChoice", \.defaultChoice, "The choice that is picked at first; else the first one."),
    ]

    package var prompt: LocalizedText = ""
    package var choices: [String] = []
    package var defaultChoice: String?

    package init() {}

    package var outcomes: [String] { choices }

    package var objections: [SettingObjection] {
        var found: [SettingObjection] = []
        if !(1...100).contains(choices.count) { found.append(SettingObjection("choices", "expected 1 to 100 choices")) }
        if Set(choices).count < choices.count { found.append(SettingObjection("choices", "a choice stands there twice")) }
        return found
    }

    package var cautions: [SettingObjection] {
        guard let defaultChoice, !defaultChoice.isEmpty, !choices.contains(defaultChoice) else { return [] }
        return [SettingObjection("defaultChoice", "is none of the choices; the first one is picked at first")]
    }

    package var callbacks: [CallbackType] { [.choice] }
}
