package import JourneyEngine
import JourneyModel
import Primitives

extension ForeignNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        throw JourneyRunError.fault("the node \(turn.place) is a \(nodeType), which this server doesn't have")
    }
}
