package import Primitives

extension Shape {
    /// A name of something else in a value.
    package struct Reference: Sendable, Hashable {
        package let referent: Referent
        package let name: String
        /// The member or the setting that holds it, without places in lists.
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
    /// - Parameter place: the place of the value; empty for the whole.
    package func references(in value: JSONValue, at place: String = "") -> [Reference] { references(in: value, at: place, within: [:]) }

    private func references(in value: JSONValue, at place: String, within outer: [String: Shape]) -> [Reference] {
        switch self {
        case .name(let referent, let mayBeAbsent):
            guard let name = value.string, !name.isEmpty else { return [] }
            return [Reference(referent, name, at: place, mayBeAbsent: mayBeAbsent)]
        case .naming(let rule, _):
            return rule.names(value).filter { !$0.name.isEmpty }.map {
                Reference($0.referent, $0.name, at: place, mayBeAbsent: $0.mayBeAbsent)
            }
        case .list(let element, _): return (value.array ?? []).flatMap { element.references(in: $0, at: place, within: outer) }
        case .map(let element, _):
            return (value.object?.members ?? []).flatMap { element.references(in: $0.value, at: place, within: outer) }
        case .object(let object):
            return object.members.flatMap { member in
                value[member.name].map { member.shape.references(in: $0, at: Self.place(member.name, in: place), within: outer) } ?? []
            }
        case .variants(let variants):
            var (reading, within) = (ShapeReading(isStored: true), outer)
            within[variants.name] = self
            guard let variant = variants.variant(of: value, &reading) else { return [] }
            return Shape.object(variants.whole(variant)).references(in: value, at: place, within: within)
        case .again(let name): return outer[name]?.references(in: value, at: place, within: outer) ?? []
        case .called(_, let shape), .nullable(let shape): return shape.references(in: value, at: place, within: outer)
        default: return []
        }
    }

    /// The places at which values of this shape can refer to something, and to what; each once. The places in what stands in itself again
    /// are those of the first.
    package func referents(at place: String = "") -> [(place: String, referent: Referent)] {
        switch self {
        case .name(let referent, _): [(place, referent)]
        case .naming(let rule, _): rule.referents.map { (place, $0) }
        case .list(let element, _), .map(let element, _): element.referents(at: place)
        case .object(let object): object.members.flatMap { $0.shape.referents(at: Self.place($0.name, in: place)) }
        case .variants(let variants):
            variants.objects.flatMap { Shape.object($0).referents(at: place) }.reduce(into: []) { all, one in
                if !all.contains(where: { $0 == one }) { all.append(one) }
            }
        case .called(_, let shape), .nullable(let shape): shape.referents(at: place)
        default: []
        }
    }

    /// Whether values of this shape can refer to something.
    package var refers: Bool { !referents().isEmpty }

    private static func place(_ name: String, in outer: String) -> String { outer.isEmpty ? name : "\(outer).\(name)" }
}
