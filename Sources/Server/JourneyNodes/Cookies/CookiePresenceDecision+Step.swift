package import JourneyEngine
import JourneyModel
import Primitives

extension CookiePresenceDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        .outcome(turn.client.request().cookies.contains { $0.name == name } ? Outcome.yes : Outcome.no)
    }
}
