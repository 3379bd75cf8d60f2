package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension MessageNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(TextStatement(turn.text(message)).callback)
        let question = ConfirmationQuestion(options: [turn.text(yes), turn.text(no)], defaultOption: 1)
        guard let pressed = turn.ask(question) else { return .waiting }
        if let stateField { turn.state.shared[stateField] = .integer(Int64(pressed)) }
        return .outcome(pressed == 0 ? Outcome.yes : Outcome.no)
    }
}
