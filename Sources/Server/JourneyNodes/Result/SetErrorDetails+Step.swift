package import JourneyEngine
import JourneyModel
import Primitives

extension SetErrorDetails: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if !message.isEmpty { turn.state.ending.errorMessage = turn.text(message) }
        turn.state.ending.errorDetails.add(details)
        return .outcome(Outcome.only)
    }
}
