package import JourneyEngine
import JourneyModel
import Primitives

extension RequestHeader: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        RequestField.copy(turn.client.request().headers, names, delimited, &turn.state) { $0.lowercased() == $1.lowercased() }
        return .outcome(Outcome.only)
    }
}
