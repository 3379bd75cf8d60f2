package import JourneyEngine
import JourneyModel
import Primitives

extension SetSuccessDetails: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.state.ending.successDetails.add(details)
        turn.state.ending.successProperties.merge(properties) { $1 }
        return .outcome(Outcome.only)
    }
}

extension JSONObject {
    /// Adds members; a text that is JSON becomes what it says.
    mutating func add(_ texts: [String: String]) {
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            self[name] = (try? JSONValue(parsing: text)) ?? .string(text)
        }
    }
}
