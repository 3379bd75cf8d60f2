package import JourneyEngine
import JourneyModel

extension ModifyAuthLevel: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.authLevel = max(0, turn.state.authLevel + increment)
        return .outcome(Outcome.only)
    }
}
