package import JourneyEngine
import JourneyMessages
import JourneyModel

extension UsernameCollector: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let name = turn.ask(NameQuestion(prompt: turn.text(prompt), keepsAnswer: true), filledWith: turn.showableName) else { return .waiting }
        turn.state.username = name
        return .outcome(Outcome.only)
    }
}
