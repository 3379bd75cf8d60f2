package import JourneyEngine
import JourneyModel

extension InnerTreeEvaluator: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult { .enter(journey: tree) }
}
