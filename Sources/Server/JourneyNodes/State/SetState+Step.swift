package import JourneyEngine
import JourneyModel
import Primitives

extension SetState: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        for (key, value) in values { StateKey.set(key, .string(value), &turn.state) }
        return .outcome(Outcome.only)
    }
}
