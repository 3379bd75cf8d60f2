import Primitives

/// The kinds of node that journeys may be made of.
package struct NodeCatalogue: Sendable {
    /// The families, in the order of lists.
    package let families: [Family]
    /// The kinds of all families.
    package let kinds: [NodeKind]
    private let byName: [String: NodeKind]

    /// A ``NodeFamily``, whatever its kinds' Swift types.
    package struct Family: Sendable {
        /// The name of the family in lists.
        package let title: String
        /// The kinds, in the order of lists.
        package let kinds: [NodeKind]

        package init(_ title: String, _ kinds: [NodeKind]) {
            self.title = title
            self.kinds = kinds
        }

        /// The family without its kinds' Swift types.
        package init<each Node: NodeDeclaration>(_ family: NodeFamily<repeat each Node>) { self.init(family.title, family.kinds) }
    }

    package init(_ families: [Family]) {
        self.families = families
        kinds = families.flatMap(\.kinds)
        byName = Dictionary(kinds.flatMap { [($0.type.name, $0), ($0.type.alias, $0)] }) { first, _ in first }
    }

    /// A catalogue of kinds that stand in no reference.
    package init(_ kinds: [NodeKind]) { self.init([Family("", kinds)]) }

    /// All kinds that Gatehouse has.
    package static let standard = NodeCatalogue([
        Family(structure), Family(credentials), Family(registration), Family(identityDecisions), Family(mail), Family(federation),
        Family(devices), Family(authenticators), Family(risk), Family(verification), Family(sessionNodes), Family(stateNodes),
    ])

    /// The kind of a name, AM's or ours.
    package func kind(_ name: String) -> NodeKind? { byName[name] }

    /// The names under which a type of node may stand in the catalogue: AM's product nodes come with and without a prefix.
    package static func names(of type: String) -> [String] {
        let product = "product-"
        if type == "CustomPageNode" { return ["PageNode"] }
        return type.hasPrefix(product) ? [type, String(type.dropFirst(product.count))] : [type, product + type]
    }

    /// Our names of all kinds.
    package var aliases: [String] { kinds.map(\.type.alias) }

    /// The description of each kind.
    package var descriptions: [NodeDescription] { kinds.map(NodeDescription.init) }
}
