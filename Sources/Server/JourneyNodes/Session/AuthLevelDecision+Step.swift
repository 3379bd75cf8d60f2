package import JourneyEngine
import JourneyModel

extension AuthLevelDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(turn.state.authLevel >= least ? Outcome.yes : Outcome.no)
    }
}
