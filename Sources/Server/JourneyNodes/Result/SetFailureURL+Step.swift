package import JourneyEngine
import JourneyModel

extension SetFailureURL: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.failureURL = turn.allowed(url) ?? turn.state.ending.failureURL
        return .outcome(Outcome.only)
    }
}
