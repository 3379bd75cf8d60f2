package import JourneyEngine
import JourneyModel
import Primitives

extension QueryParameter: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        RequestField.copy(turn.client.request().parameters, names, delimited, &turn.state) { $0 == $1 }
        return .outcome(Outcome.only)
    }
}
