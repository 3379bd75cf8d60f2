import JourneyMessages
import Primitives

/// Sends values of the shared state to the client: on a page with it, alone as a step of its own. Secrets are not among them.
struct StateMetadata: JourneyNode {
    static let type = NodeType(
        "MetadataNode", alias: "stateMetadata", title: "State Metadata", "Sends values of the state to the client.", interaction: .always,
        standsOnPage: true)
    static let settings = [NodeSetting<Self>("attributes", \.keys, required: true, "The keys of the state.")]

    var keys: [String] = []
    var callbacks: [CallbackType] { [.metadata] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let state = turn.state
        let values = keys.compactMap { key in StateKey.value(key, of: state).map { (key, $0) } }
        turn.tell(.metadata(.object(JSONObject(values))))
        return turn.wasSubmitted ? .outcome(Outcome.only) : .waiting
    }
}
