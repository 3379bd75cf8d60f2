package import JourneyEngine
import JourneyModel
import Primitives

extension SetFailureDetails: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        if !message.isEmpty { turn.state.failureMessage = turn.text(message) }
        turn.state.ending.failureDetails.add(details)
        return .outcome(Outcome.only)
    }
}
