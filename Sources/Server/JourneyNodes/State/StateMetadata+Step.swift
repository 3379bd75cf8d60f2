package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension StateMetadata: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let state = turn.state
        let values = keys.compactMap { key in StateKey.value(key, of: state).map { (key, $0) } }
        turn.tell(.metadata(.object(JSONObject(values))))
        return turn.wasSubmitted ? .outcome(Outcome.only) : .waiting
    }
}
