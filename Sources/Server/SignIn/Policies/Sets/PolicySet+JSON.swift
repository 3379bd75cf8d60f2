package import Primitives
import Foundations

extension PolicySet {
    /// The set as its file has it, in JSON. ``init(json:)`` reads it.
    package var json: JSONValue { json(stored: false) }

    /// The set as the store has it, with the ids of the users whom it names. ``init(stored:)`` reads it.
    var stored: JSONValue { json(stored: true) }

    private func json(stored: Bool) -> JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object["description"] = description.map(JSONValue.string)
        object["policies"] = .object(JSONObject(policies.map { ($0.name, $0.json(stored)) }))
        return .object(object)
    }

    /// Reads a set of a file.
    /// - Throws: ``PolicyFileError`` with everything that is wrong.
    package init(json: JSONValue) throws(PolicyFileError) { self = try Self.read(json, PolicyReader(stored: false)) }

    /// Reads a set of the store.
    init(stored json: JSONValue) throws(PolicyFileError) { self = try Self.read(json, PolicyReader(stored: true)) }

    private static func read(_ json: JSONValue, _ reader: PolicyReader) throws(PolicyFileError) -> PolicySet {
        var reader = reader
        let set = reader.set(json)
        guard let set, reader.problems.isEmpty else { throw PolicyFileError(problems: reader.problems) }
        return set
    }
}

/// The refusal of a text that is no policy set: every problem found, at least one, each with its place.
package struct PolicyFileError: Error, Equatable, CustomStringConvertible {
    /// The problems, each on a line with its place.
    package let problems: [String]

    package var description: String { problems.joined(separator: "\n") }
}

extension Policy {
    fileprivate func json(_ stored: Bool) -> JSONValue {
        var object = JSONObject()
        object["description"] = description.map(JSONValue.string)
        object["active"] = isActive ? nil : false
        object["resources"] = .array(resources.map { .string($0.text) })
        object["actions"] = .object(JSONObject(actions.sorted { $0.key < $1.key }.map { ($0, .bool($1)) }))
        object["subject"] = subject.json(stored)
        object["condition"] = condition?.json
        if !attributes.isEmpty {
            object["attributes"] = .object(JSONObject(attributes.sorted { $0.key < $1.key }.map { ($0, .array($1.map(JSONValue.string))) }))
        }
        return .object(object)
    }
}

extension PolicySubject {
    fileprivate func json(_ stored: Bool) -> JSONValue {
        switch self {
        case .authenticated: "authenticated"
        case .anybody: "anybody"
        case .users(let users): Self.json(users, stored)
        case .not(let other): ["not": other.json(stored)]
        }
    }

    private static func json(_ users: [Named], _ stored: Bool) -> JSONValue {
        var object: JSONObject = ["users": .array(users.map { .string($0.text) })]
        if stored, !users.contains(where: { $0.meaning == .open }) {
            object["ids"] = .array(
                users.map { if case .user(let id) = $0.meaning { .string(id.text) } else { .null } })
        }
        return .object(object)
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
