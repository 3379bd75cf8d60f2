import Foundation
import Primitives

/// Reads a policy set's file and collects what is wrong with it.
struct PolicyReader {
    private(set) var problems: [String] = []
    private var place: [String] = []
    /// Whether the set comes from the store, which has the users' ids.
    private let isStored: Bool

    init(stored isStored: Bool) { self.isStored = isStored }

    private static let mostPolicies = 1000
    private static let mostPatterns = 200
    private static let longestName = 256

    /// The set; nil, or of no use, when there are problems.
    mutating func set(_ json: JSONValue) -> PolicySet? {
        guard let file = members(json, ["name", "description", "policies"]) else { return nil }
        guard let name = file["name"]?.string, Self.isName(name) else {
            object("name", "a set has a name of 1 to \(Self.longestName) bytes without control characters")
            return nil
        }
        guard let policies = file["policies"]?.object, policies.count <= Self.mostPolicies else {
            object("policies", "expected an object of at most \(Self.mostPolicies) policies by name")
            return nil
        }
        return PolicySet(
            name: name, description: text("description", file),
            policies: policies.members.compactMap { member in at("policies", member.name) { $0.policy(member.name, member.value) } })
    }

    private mutating func policy(_ name: String, _ json: JSONValue) -> Policy? {
        guard let file = members(json, ["description", "active", "resources", "actions", "subject", "condition", "attributes"]) else {
            return nil
        }
        if !Self.isName(name) { object("", "a policy's name has 1 to \(Self.longestName) bytes and no control characters") }
        var policy = Policy(name: name, resources: resources(file["resources"]), actions: actions(file["actions"]))
        policy.description = text("description", file)
        if let active = file["active"] {
            if let active = active.bool { policy.isActive = active } else { object("active", "expected true or false") }
        }
        if let subject = file["subject"] { policy.subject = at("subject") { $0.subject(subject) } }
        if let condition = file["condition"] { policy.condition = at("condition") { $0.condition(condition) } }
        if policy.condition.map({ $0.transactions.count > 1 }) == true { object("condition", "a policy asks for one transaction") }
        policy.attributes = attributes(file["attributes"])
        return policy
    }

    private mutating func resources(_ json: JSONValue?) -> [ResourcePattern] {
        guard let texts = json?.strings, (1...Self.mostPatterns).contains(texts.count) else {
            object("resources", "expected 1 to \(Self.mostPatterns) patterns")
            return []
        }
        return texts.compactMap { text in
            guard let pattern = ResourcePattern(text) else {
                object("resources", "\(text.prefix(100)) is no pattern: a URL with * or with -*-, not both, without spaces")
                return nil
            }
            return pattern
        }
    }

    private mutating func actions(_ json: JSONValue?) -> [String: Bool] {
        guard let members = json?.object?.members, !members.isEmpty, members.allSatisfy({ $0.value.bool != nil }) else {
            object("actions", "expected an object such as { GET: true, DELETE: false }")
            return [:]
        }
        return Dictionary(members.map { ($0.name, $0.value.bool ?? false) }) { first, _ in first }
    }

    private mutating func attributes(_ json: JSONValue?) -> [String: [String]] {
        guard let json else { return [:] }
        guard let members = json.object?.members, members.allSatisfy({ $0.value.strings != nil }) else {
            object("attributes", "expected an object of arrays of texts")
            return [:]
        }
        return Dictionary(members.map { ($0.name, $0.value.strings ?? []) }) { first, _ in first }
    }

    private mutating func subject(_ json: JSONValue) -> PolicySubject {
        if json == "authenticated" { return .authenticated }
        if json == "anybody" { return .anybody }
        if let other = json["not"], json.object?.count == 1 { return .not(at("not") { $0.subject(other) }) }
        if let names = json["users"]?.strings, !names.isEmpty {
            if json.object?.count == 1 { return .users(names.map { PolicySubject.Named($0) }) }
            if isStored, let ids = json["ids"]?.array, ids.count == names.count {
                return .users(
                    zip(names, ids).map { name, id in
                        PolicySubject.Named(name, id.string.flatMap { UUID(text: $0) }.map { .user($0) } ?? .noUser)
                    })
            }
        }
        object("", "expected authenticated, anybody, { users: [ … ] } or { not: … }")
        return .not(.anybody)
    }
}

// MARK: - Places

extension PolicyReader {
    /// Reads something at a place below this one.
    mutating func at<Value>(_ names: String..., read: (inout PolicyReader) -> Value) -> Value {
        place += names
        defer { place.removeLast(names.count) }
        return read(&self)
    }

    /// The depth of the place.
    var depth: Int { place.count }

    mutating func object(_ name: String, _ reason: String) {
        let path = (place + [name]).filter { !$0.isEmpty }.joined(separator: ".")
        problems.append(path.isEmpty ? reason : "\(path): \(reason)")
    }

    /// The members of an object; a problem for each that isn't among the known ones.
    private mutating func members(_ json: JSONValue, _ known: Set<String>) -> JSONObject? {
        guard let members = json.object else {
            object("", "expected an object")
            return nil
        }
        for name in members.names where !known.contains(name) {
            object(name, "there is no such member; there are \(known.sorted().joined(separator: ", "))")
        }
        return members
    }

    private mutating func text(_ name: String, _ file: JSONObject) -> String? {
        guard let json = file[name], json != .null else { return nil }
        if json.string == nil { object(name, "expected a text") }
        return json.string
    }

    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 0x20 }
    }
}
