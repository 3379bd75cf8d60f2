package import JourneyEngine
import JourneyModel

extension SetPersistentCookie: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.persistentCookie = cookie.plan(life: life, ends: nil)
        return .outcome(Outcome.only)
    }
}
