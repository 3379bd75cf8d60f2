package import Primitives

/// An object that administrators declare, with all members that it may have. What isn't here has no effect, and is refused when it is declared;
/// what was kept before it was refused is still read (docs/decisions/0062-settings-name-their-tests.md).
package struct DeclaredPart: Sendable {
    /// The content of a member.
    package enum Content: Sendable {
        /// A value, which its reader checks.
        case value
        /// The one value that there is.
        case only(JSONValue)
        /// A whole number that grows from each element of a list to the next.
        case rank
        case part(DeclaredPart)
        /// A list of objects.
        case parts(DeclaredPart)
        case condition
        case conditions
        /// A value that many clients send and nothing acts upon, and why.
        case ignored(String)
    }

    /// A place in a declaration, by the names of its members, and why what stands there isn't taken.
    package typealias Refusal = (place: String, reason: String)

    /// The object, in words.
    package let name: String
    package let members: [String: Content]
    /// Members of which only one may be there: the reader takes the first of them.
    package let alternatives: Set<String>

    package init(_ name: String, _ members: [String: Content], oneOf alternatives: Set<String> = []) {
        self.name = name
        self.members = members
        self.alternatives = alternatives
    }

    /// The same with more members.
    func adding(_ more: [String: Content]) -> DeclaredPart {
        DeclaredPart(name, members.merging(more) { $1 }, oneOf: alternatives)
    }

    /// The first member that isn't taken; nil for none. What is no object, its reader refuses.
    package func refusal(of json: JSONValue, at place: String = "") -> Refusal? {
        guard let object = json.object else { return nil }
        let told = object.members.filter { $0.value != .null }
        for member in told {
            let inside = place.isEmpty ? member.name : "\(place).\(member.name)"
            guard let content = members[member.name] else {
                return (inside, "\(name) has no member of this name, which would have no effect")
            }
            if let refusal = content.refusal(of: member.value, at: inside) { return refusal }
        }
        let chosen = told.map(\.name).filter { alternatives.contains($0) }
        return chosen.count > 1 ? (place, "\(name) has one of \(chosen.joined(separator: ", "))") : nil
    }

    /// The members by their paths, as far as objects stand in one another: with the reason, where nothing acts upon it.
    package func paths(behind prefix: String) -> [(path: String, ignored: String?)] {
        var all: [(path: String, ignored: String?)] = []
        for (name, content) in members {
            let path = prefix + "." + name
            switch content {
            case .part(let part), .parts(let part): all += part.paths(behind: path)
            case .ignored(let reason): all.append((path, reason))
            case .value, .only, .rank, .condition, .conditions: all.append((path, nil))
            }
        }
        return all
    }
}

extension DeclaredPart.Content {
    fileprivate func refusal(of json: JSONValue, at place: String) -> DeclaredPart.Refusal? {
        switch self {
        case .value, .rank, .ignored: nil
        case .only(let one): json == one ? nil : (place, "it is \(one.text) or absent: another value would have no effect")
        case .part(let part): part.refusal(of: json, at: place)
        case .parts(let part): Self.refusal(of: json.array ?? [], part, at: place)
        case .condition: DeclaredPart.condition(of: json)?.refusal(of: json, at: place)
        case .conditions: Self.first(in: json.array ?? []) { DeclaredPart.condition(of: $0)?.refusal(of: $0, at: place) }
        }
    }

    private static func first(
        in list: [JSONValue], _ refusal: (JSONValue) -> DeclaredPart.Refusal?
    ) -> DeclaredPart.Refusal? {
        for element in list { if let found = refusal(element) { return found } }
        return nil
    }

    private static func refusal(of list: [JSONValue], _ part: DeclaredPart, at place: String) -> DeclaredPart.Refusal? {
        if let refusal = first(in: list, { part.refusal(of: $0, at: place) }) { return refusal }
        for (name, content) in part.members {
            guard case .rank = content, list.contains(where: { ($0[name] ?? .null) != .null }) else { continue }
            let ranks = list.compactMap { $0[name]?.integer }
            let isGrowing = ranks.count == list.count && zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 }
            guard isGrowing else {
                return ("\(place).\(name)", "it grows from each element to the next, since their order decides; or none has it")
            }
        }
        return nil
    }
}
