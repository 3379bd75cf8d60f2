package import JourneyEngine
import JourneyModel

extension DataStoreDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(try await turn.checkPassword(of: turn.claimedName) ? Outcome.yes : Outcome.no)
    }
}
