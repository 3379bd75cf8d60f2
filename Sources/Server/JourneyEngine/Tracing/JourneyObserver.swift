import Foundation
import JourneyMessages
import JourneyModel
import Primitives

/// Watches runs of journeys, node by node. Only the command line does: a server doesn't tell what is in a run's state.
package protocol JourneyObserver: Sendable {
    func note(_ visit: TraceVisit)
}

extension JourneyEngine {
    /// The same engine, whose runs an observer watches.
    package func watched(by observer: any JourneyObserver) -> JourneyEngine {
        var engine = self
        engine.observer = observer
        return engine
    }
}

/// Notes a visit of a node while it takes place.
struct TraceNote {
    private let observer: any JourneyObserver
    private let journey: String
    private let node: PlacedNode
    private let before: JourneyState

    /// nil when there is no observer.
    init?(_ observer: (any JourneyObserver)?, _ journey: String, _ node: PlacedNode, _ state: JourneyState) {
        guard let observer else { return nil }
        self.observer = observer
        self.journey = journey
        self.node = node
        before = state
    }

    func finish(_ turn: Turn, _ result: NodeResult) {
        switch result {
        case .waiting: note(turn, .asks(turn.callbacks.map(\.type.name)))
        case .suspended: note(turn, .asks([CallbackType.suspendedTextOutput.name]))
        case .outcome(let outcome): note(turn, .outcome(outcome))
        case .enter(let journey): note(turn, .enters(journey))
        }
    }

    func fail(_ turn: Turn, _ error: any Error) { note(turn, .fails("\(error)")) }

    private func note(_ turn: Turn, _ result: TraceVisit.Result) {
        observer.note(
            TraceVisit(
                journey: journey, node: node.id, kind: node.kind.alias, title: node.title ?? node.kind.title, before: before.shown,
                after: turn.state.shown, result: result))
    }
}

extension JourneyState {
    /// The state for people to read. A secret value in it is a ``Secret``, and stays one: no name decides that.
    fileprivate var shown: JSONObject {
        var object = JSONObject()
        object["username"] = username.map(JSONValue.string)
        object["user"] = user.map { .string($0.text) }
        object["authLevel"] = authLevel == 0 ? nil : .integer(Int64(authLevel))
        object["shared"] = shared.isEmpty ? nil : .object(shared)
        let secrets = secrets.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value.description)) }
        object["secrets"] = secrets.isEmpty ? nil : .object(JSONObject(secrets))
        let properties = sessionProperties.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
        object["sessionProperties"] = properties.isEmpty ? nil : .object(JSONObject(properties))
        object["failureMessage"] = failureMessage.map(JSONValue.string)
        object["lockoutMessage"] = lockoutMessage.map(JSONValue.string)
        object["inside"] = .array(frames.map { .string($0.journey) })
        return object
    }
}
