public import PingIDMessages
import Primitives

/// The next step after a server's payload.
public struct PayloadOutcome: Sendable, Equatable {
    /// The step.
    public let state: FlowState
    /// The trust levels that the user may choose from; empty where there is no choice.
    public let trustLevels: [TrustLevel]
    /// The session that the user's choice belongs to; nil where there is no choice.
    public let session: String?

    /// Makes an outcome of its members, which are taken unchecked.
    public init(_ state: FlowState, trustLevels: [TrustLevel] = [], session: String? = nil) {
        self.state = state
        self.trustLevels = trustLevels
        self.session = session
    }

    var json: JSONValue {
        var object: JSONObject = ["state": .string(state.rawValue), "levels": .array(trustLevels.map { .string($0.rawValue) })]
        object["session"] = session.map(JSONValue.string)
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let state = json["state"]?.string.flatMap(FlowState.init(exactly:)) else { return nil }
        self.init(
            state, trustLevels: (json["levels"]?.strings ?? []).compactMap { TrustLevel(exactly: $0) }, session: json["session"]?.string)
    }
}
