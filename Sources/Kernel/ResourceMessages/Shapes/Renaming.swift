import Primitives

/// The names by which another API writes a value: its members', and those of the objects in it. It translates and decides nothing: what a
/// value may be, and what is refused, stays with the form that is renamed.
package struct Renaming: Sendable {
    /// The name of the shape in a document that describes the API.
    package let name: String
    /// The members that are written otherwise, or have something in them that is, by our names.
    package let members: [String: Entry]
    private let ours: [String: String]

    package init(_ name: String, _ members: [String: Entry] = [:]) {
        self.name = name
        self.members = members
        ours = Dictionary(members.map { ($0.value.name ?? $0.key, $0.key) }) { first, _ in first }
    }

    /// The other name of a member, and of what is in it.
    package struct Entry: Sendable, ExpressibleByStringLiteral {
        /// nil for a name that is the same.
        package let name: String?
        package let inside: Renaming?

        package init(stringLiteral name: String) {
            self.name = name
            inside = nil
        }
        private init(name: String?, inside: Renaming) {
            self.name = name
            self.inside = inside
        }

        /// An object, or objects in a list, with other names in it.
        package static func of(_ inside: Renaming) -> Entry { Entry(name: nil, inside: inside) }
        /// The same, itself by another name.
        package static func named(_ name: String, _ inside: Renaming) -> Entry { Entry(name: name, inside: inside) }
    }
}

extension Form {
    /// The same values, written with other names.
    package func renamed(_ names: Renaming) -> Form {
        Form(names.theirs(shape)) { [read] json, reading in
            var inner = ShapeReading(isStored: reading.isStored)
            let value = read(names.ours(json), &inner)
            reading.refuse(inner.problems, place: names.theirs(place:))
            return value
        } write: { [write] value in
            names.theirs(write(value))
        } place: {
            names.theirs(place: $0)
        }
    }
}

extension Renaming {
    /// Marks a name that the API doesn't have and we do, so that it is no member.
    private static let strange = "?"

    fileprivate func theirs(_ shape: Shape) -> Shape {
        switch shape {
        case .object(let object): .object(ObjectShape(name: name, members: object.members.map(theirs)))
        case .list(let element, let count): .list(theirs(element), count: count)
        case .map(let element, let count): .map(theirs(element), count: count)
        default: shape
        }
    }

    private func theirs(_ member: ObjectShape.Member) -> ObjectShape.Member {
        let entry = members[member.name]
        return ObjectShape.Member(
            name: entry?.name ?? member.name, shape: entry?.inside?.theirs(member.shape) ?? member.shape, presence: member.presence,
            help: member.help, initial: member.initial)
    }

    fileprivate func theirs(_ json: JSONValue) -> JSONValue {
        if let array = json.array { return .array(array.map(theirs)) }
        guard let object = json.object else { return json }
        return .object(
            JSONObject(
                object.members.map { member in
                    let entry = members[member.name]
                    return (entry?.name ?? member.name, entry?.inside?.theirs(member.value) ?? member.value)
                }))
    }

    fileprivate func ours(_ json: JSONValue) -> JSONValue {
        if let array = json.array { return .array(array.map(ours)) }
        guard let object = json.object else { return json }
        return .object(
            JSONObject(
                object.members.map { member in
                    let name = ours(name: member.name)
                    return (name, members[name]?.inside?.ours(member.value) ?? member.value)
                }))
    }

    private func ours(name: String) -> String {
        if let ours = ours[name] { return ours }
        return members[name] == nil ? name : Self.strange + name
    }

    /// The place in their JSON of what stands at a place in ours: `first[2].rest`.
    fileprivate func theirs(place: String) -> String {
        guard !place.hasPrefix(Self.strange) else { return String(place.dropFirst()) }
        let first = place.prefix { $0 != "." && $0 != "[" }
        let entry = members[String(first)]
        let index = place[first.endIndex...].prefix { $0 != "." }
        let rest = place[index.endIndex...].dropFirst()
        let named = (entry?.name ?? String(first)) + index
        return rest.isEmpty ? named : named + "." + (entry?.inside?.theirs(place: String(rest)) ?? String(rest))
    }
}
