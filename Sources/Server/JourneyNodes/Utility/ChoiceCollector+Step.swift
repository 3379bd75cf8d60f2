package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension ChoiceCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let initial = defaultChoice.flatMap(choices.firstIndex) ?? 0
        let question = ChoiceQuestion(prompt: turn.text(prompt), choices: choices, defaultChoice: initial)
        guard let index = turn.ask(question) else { return .waiting }
        return .outcome(choices[index])
    }
}
