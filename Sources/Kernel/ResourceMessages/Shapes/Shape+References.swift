package import Primitives

extension Shape {
    /// A name of something else in a value.
    package struct Reference: Sendable, Hashable {
        package let referent: Referent
        package let name: String
        /// The member or the setting that holds it.
        package let place: String
        /// Whether the thing may be absent, with the effect that its setting tells.
        package let mayBeAbsent: Bool

        package init(_ referent: Referent, _ name: String, at place: String, mayBeAbsent: Bool = false) {
            self.referent = referent
            self.name = name
            self.place = place
            self.mayBeAbsent = mayBeAbsent
        }
    }

    /// Returns what a value of this shape refers to. An empty name refers to nothing.
    package func references(in value: JSONValue, at place: String) -> [Reference] {
        switch self {
        case .name(let referent, let mayBeAbsent):
            guard let name = value.string, !name.isEmpty else { return [] }
            return [Reference(referent, name, at: place, mayBeAbsent: mayBeAbsent)]
        case .list(let element, _): return (value.array ?? []).flatMap { element.references(in: $0, at: place) }
        case .map(let element, _): return (value.object?.members ?? []).flatMap { element.references(in: $0.value, at: place) }
        case .object(let object):
            return object.members.flatMap { member in
                value[member.name].map { member.shape.references(in: $0, at: "\(place).\(member.name)") } ?? []
            }
        case .called(_, let shape), .nullable(let shape): return shape.references(in: value, at: place)
        default: return []
        }
    }

    /// Whether values of this shape can refer to something.
    package var refers: Bool {
        switch self {
        case .name: true
        case .list(let element, _), .map(let element, _): element.refers
        case .object(let object): object.members.contains { $0.shape.refers }
        case .called(_, let shape), .nullable(let shape): shape.refers
        default: false
        }
    }
}
