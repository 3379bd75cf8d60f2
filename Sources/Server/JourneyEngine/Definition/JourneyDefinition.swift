import Crypto
import Primitives

/// A journey: a graph of nodes, checked, ready to run.
package struct JourneyDefinition: Sendable {
    package let name: String
    package let traits: JourneyTraits
    let start: JourneyTarget
    /// The nodes in the order of the file.
    let nodes: [PlacedNode]
    /// The other members of AM's file, for the next export; see ``Overlay``. They have no effect here.
    let kept: JSONObject
    /// Names this very content: a run goes on only with the content that it began with.
    let fingerprint: String

    private let indexByID: [String: Int]
    /// The secrets that each node, or a node behind it, needs, by the node's name.
    private let secretsAhead: [String: Set<String>]

    init(name: String, traits: JourneyTraits, start: JourneyTarget, nodes: [PlacedNode], kept: JSONObject = JSONObject()) {
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
    func node(_ id: String) -> PlacedNode? { indexByID[id].map { nodes[$0] } }

    /// The secrets that a node or one behind it needs.
    func secretsNeeded(from id: String) -> Set<String> { secretsAhead[id] ?? [] }

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
    package var sessionTime: Int?
    package var idleTime: Int?
}

/// A node at its place in a journey.
struct PlacedNode: Sendable {
    let id: String
    /// The name in an editor; nil for the kind's title.
    let title: String?
    let kind: NodeType
    let node: any JourneyNode
    /// The targets to which the outcomes lead.
    let connections: [String: JourneyTarget]
    /// The settings that hold placeholders, as the file has them.
    var placeholders = JSONObject()
    /// The other members of AM's file.
    var kept = JSONObject()
}
