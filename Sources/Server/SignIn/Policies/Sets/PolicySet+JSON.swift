package import Primitives
import Foundations

extension PolicySet {
    /// The set as its file has it, in JSON. ``init(json:)`` reads it.
    package var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object["description"] = description.map(JSONValue.string)
        object["policies"] = .object(JSONObject(policies.map { ($0.name, $0.json) }))
        return .object(object)
    }

    /// Reads a set.
    /// - Throws: ``PolicyFileError`` with everything that is wrong.
    package init(json: JSONValue) throws(PolicyFileError) {
        var reader = PolicyReader()
        let set = reader.set(json)
        guard let set, reader.problems.isEmpty else { throw PolicyFileError(problems: reader.problems) }
        self = set
    }
}

/// The refusal of a text that is no policy set: every problem found, at least one, each with its place.
package struct PolicyFileError: Error, Equatable, CustomStringConvertible {
    package let problems: [String]

    package var description: String { problems.joined(separator: "\n") }
}

extension Policy {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["description"] = description.map(JSONValue.string)
        object["active"] = isActive ? nil : false
        object["resources"] = .array(resources.map { .string($0.text) })
        object["actions"] = .object(JSONObject(actions.sorted { $0.key < $1.key }.map { ($0, .bool($1)) }))
        object["subject"] = subject.json
        object["condition"] = condition?.json
        if !attributes.isEmpty {
            object["attributes"] = .object(JSONObject(attributes.sorted { $0.key < $1.key }.map { ($0, .array($1.map(JSONValue.string))) }))
        }
        return .object(object)
    }
}

extension PolicySubject {
    fileprivate var json: JSONValue {
        switch self {
        case .authenticated: "authenticated"
        case .anybody: "anybody"
        case .users(let names): ["users": .array(names.map(JSONValue.string))]
        case .not(let other): ["not": other.json]
        }
    }
}

extension PolicyCondition {
    fileprivate var json: JSONValue {
        switch self {
        case .authLevel(let level): ["authLevel": .integer(Int64(level))]
        case .journey(let name): ["journey": .string(name)]
        case .transaction(let journey): ["transaction": .string(journey)]
        case .sessionAge(let minutes): ["sessionAge": .integer(Int64(minutes))]
        case .addresses(let ranges): ["addresses": .array(ranges.map { .string($0.text) })]
        case .time(let window): ["time": window.json]
        case .all(let parts): ["all": .array(parts.map(\.json))]
        case .any(let parts): ["any": .array(parts.map(\.json))]
        case .not(let part): ["not": part.json]
        }
    }
}

extension TimeWindow {
    fileprivate var json: JSONValue {
        [
            "from": .string(Self.text(from)), "to": .string(Self.text(to)),
            "days": .array(days.sorted().map { .string(Self.dayNames[$0 - 1]) }), "zone": .string(zone),
        ]
    }
}
