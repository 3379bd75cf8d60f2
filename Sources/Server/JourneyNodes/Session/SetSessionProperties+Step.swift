package import JourneyEngine
import JourneyModel
import Primitives

extension SetSessionProperties: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.sessionProperties.merge(properties) { $1 }
        turn.state.sessionTime = sessionTime ?? turn.state.sessionTime
        turn.state.idleTime = idleTime ?? turn.state.idleTime
        return .outcome(Outcome.only)
    }
}
