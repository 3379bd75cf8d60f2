package import JourneyEngine
import JourneyModel
import Primitives

extension ScriptedDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let run = ScriptedRun(node: self)
        return try await run.step(&turn)
    }
}
