import Crypto
package import Primitives

/// A journey: a graph of nodes, checked, ready to run.
package struct JourneyDefinition: Sendable {
    /// The name, unique in the realm.
    package let name: String
    package let traits: JourneyTraits
    /// The node that runs first, or an end.
    package let start: JourneyTarget
    /// The nodes in the order of the file.
    package let nodes: [PlacedNode]
    /// The other members of AM's file, for the next export; see `Overlay`. They have no effect here.
    package let kept: JSONObject
    /// Names this very content: a run continues only with the content that it began with.
    package let fingerprint: String

    private let indexByID: [String: Int]
    /// The secrets that each node, or a node behind it, needs, by the node's name.
    private let secretsAhead: [String: Set<String>]

    package init(name: String, traits: JourneyTraits, start: JourneyTarget, nodes: [PlacedNode], kept: JSONObject = JSONObject()) {
        self.name = name
        self.traits = traits
        self.start = start
        self.nodes = nodes
        self.kept = kept
        indexByID = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        secretsAhead = JourneyGraph(start: start, nodes: nodes).secretsAhead()
        fingerprint = Self.fingerprint(Self.json(name, traits, start, nodes, kept))
    }

    /// A node by its id.
    package func node(_ id: String) -> PlacedNode? { indexByID[id].map { nodes[$0] } }

    /// The secrets that a node or one behind it needs.
    package func secretsNeeded(from id: String) -> Set<String> { secretsAhead[id] ?? [] }

    private static func fingerprint(_ json: JSONValue) -> String {
        Base64URL.encode(SHA256.hash(data: json.encoded).prefix(12))
    }
}

/// A journey's flags and times.
package struct JourneyTraits: Sendable, Equatable {
    package var description: String?
    /// Whether it may run at all.
    package var isEnabled = true
    /// Whether it runs only inside other journeys.
    package var isInnerOnly = false
    /// Whether it runs although a session satisfies it.
    package var mustRun = false
    /// Whether it runs only to approve a transaction that a policy asks for.
    package var isTransactional = false
    /// Whether its success makes no session.
    package var noSession = false
    /// The kind of identity that it is about, as AM's files name it: `managed/alpha_user`.
    package var identityResource: String?
    /// The limits in minutes, nil for the realm's: how long a run may last, how long its session lives, and how long it may lie unused.
    package var timeout: Int?
    /// The lifetime of the session in minutes; nil for the realm's.
    package var sessionTime: Int?
    /// The number of minutes that the session may lie unused; nil for the realm's.
    package var idleTime: Int?

    package init() {}
}

/// A node at its place in a journey.
package struct PlacedNode: Sendable {
    /// The id, unique in the journey.
    package let id: String
    /// The name in an editor; nil for the kind's title.
    package let title: String?
    /// The names of the kind, and its behaviour.
    package let kind: NodeType
    package let node: any NodeDeclaration
    /// The targets to which the outcomes lead.
    package let connections: [String: JourneyTarget]
    /// The settings that hold placeholders, as the file has them.
    package var placeholders = JSONObject()
    /// The other members of AM's file.
    package var kept = JSONObject()

    package init(
        id: String, title: String?, kind: NodeType, node: any NodeDeclaration, connections: [String: JourneyTarget],
        placeholders: JSONObject = JSONObject(), kept: JSONObject = JSONObject()
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.node = node
        self.connections = connections
        self.placeholders = placeholders
        self.kept = kept
    }

    /// The same node with other targets.
    package func connected(_ connections: [String: JourneyTarget]) -> PlacedNode {
        PlacedNode(id: id, title: title, kind: kind, node: node, connections: connections, placeholders: placeholders, kept: kept)
    }
}
