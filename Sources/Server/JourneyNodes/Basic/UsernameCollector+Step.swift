package import JourneyEngine
import JourneyMessages
import JourneyModel

extension UsernameCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = NameQuestion(prompt: turn.text(prompt), keepsAnswer: true)
        guard let name = turn.ask(question, filledWith: turn.showableName) else { return .waiting }
        turn.state.username = name
        return .outcome(Outcome.only)
    }
}
