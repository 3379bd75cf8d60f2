package import JourneyEngine
import JourneyModel

extension RemoveSessionProperties: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        for name in names { turn.state.sessionProperties[name] = nil }
        return .outcome(Outcome.only)
    }
}
