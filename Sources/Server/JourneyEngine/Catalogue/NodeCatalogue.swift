import Primitives

/// The kinds of node that journeys may be made of.
package struct NodeCatalogue: Sendable {
    let families: [Family]
    let kinds: [NodeKind]
    private let byName: [String: NodeKind]

    /// Kinds that people look for together.
    struct Family: Sendable {
        let title: String
        let kinds: [NodeKind]

        init(_ title: String, _ kinds: [NodeKind]) { (self.title, self.kinds) = (title, kinds) }
    }

    init(_ families: [Family]) {
        self.families = families
        kinds = families.flatMap(\.kinds)
        byName = Dictionary(kinds.flatMap { [($0.type.name, $0), ($0.type.alias, $0)] }) { first, _ in first }
    }

    /// A catalogue of kinds that stand in no reference.
    init(_ kinds: [NodeKind]) { self.init([Family("", kinds)]) }

    /// All kinds that Gatehouse has.
    package static let standard = NodeCatalogue([
        Family("Structure", structure), Family("Names and passwords", credentials), Family("Registration and profiles", registration),
        Family("Finding users", identityDecisions), Family("Mail and passcodes", mail), Family("Identity providers", federation),
        Family("Devices", devices), Family("Authenticator apps", authenticators), Family("Session, result and cookies", sessionNodes),
        Family("State, request and metrics", stateNodes),
    ])

    /// The kind of a name, AM's or ours.
    func kind(_ name: String) -> NodeKind? { byName[name] }

    /// Our names of all kinds.
    var aliases: [String] { kinds.map(\.type.alias) }

    /// The description of each kind.
    package var descriptions: [NodeDescription] { kinds.map(NodeDescription.init) }
}
