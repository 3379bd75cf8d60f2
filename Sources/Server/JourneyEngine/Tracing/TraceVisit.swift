import JourneyModel
package import Primitives

/// One visit of a node in a run that is watched: what the state was before and after it, and what came of it.
package struct TraceVisit: Sendable, Equatable {
    /// The result of a visit.
    package enum Result: Sendable, Equatable {
        /// The node asks, by the types of its callbacks.
        case asks([String])
        case outcome(String)
        /// Another journey is entered.
        case enters(String)
        /// The node failed; the reason is for the log.
        case fails(String)
    }

    /// The name of the journey.
    package let journey: String
    /// The id of the node, unique in its journey.
    package let node: String
    /// The kind's name, ours.
    package let kind: String
    /// The title of the node, or else of its kind.
    package let title: String
    /// The state before the visit, without secrets.
    package let before: JSONObject
    /// The state after the visit, without secrets.
    package let after: JSONObject
    package let result: Result

    /// The changes that the visit made in the state, a line each.
    package var changes: [String] { JSONDifference.lines(from: .object(before), to: .object(after)) }
}

extension TraceVisit {
    package var json: JSONObject {
        [
            "journey": .string(journey), "node": .string(node), "kind": .string(kind), "title": .string(title),
            "before": .object(before), "after": .object(after), "result": result.json,
        ]
    }

    /// Reads ``json``; nil when it is something else.
    package init?(json: JSONValue) {
        guard let journey = json["journey"]?.string, let node = json["node"]?.string, let kind = json["kind"]?.string,
            let title = json["title"]?.string, let before = json["before"]?.object, let after = json["after"]?.object,
            let result = json["result"].flatMap(Result.init(json:))
        else { return nil }
        self.init(journey: journey, node: node, kind: kind, title: title, before: before, after: after, result: result)
    }
}

extension TraceVisit.Result: CustomStringConvertible {
    package var description: String {
        switch self {
        case .asks(let callbacks): "asks \(callbacks.joined(separator: ", "))"
        case .outcome(let outcome): "→ \(outcome)"
        case .enters(let journey): "enters \(journey)"
        case .fails(let reason): "fails: \(reason)"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .asks(let callbacks): ["asks": .array(callbacks.map { .string($0) })]
        case .outcome(let outcome): ["outcome": .string(outcome)]
        case .enters(let journey): ["enters": .string(journey)]
        case .fails(let reason): ["fails": .string(reason)]
        }
    }

    fileprivate init?(json: JSONValue) {
        if let callbacks = json["asks"]?.strings {
            self = .asks(callbacks)
        } else if let outcome = json["outcome"]?.string {
            self = .outcome(outcome)
        } else if let journey = json["enters"]?.string {
            self = .enters(journey)
        } else if let reason = json["fails"]?.string {
            self = .fails(reason)
        } else {
            return nil
        }
    }
}
