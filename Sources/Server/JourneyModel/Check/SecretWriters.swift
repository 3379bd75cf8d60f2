import Primitives

/// The nodes of a journey that can have secrets before them.
struct SecretWriters {
    private let graph: JourneyGraph
    private let writers: [String: Set<String>]
    /// The nodes behind a writer of a secret, and behind nodes that write what they like: scripts and other journeys.
    private let behind: [String: Set<String>]
    private let behindAnything: Set<String>

    init(_ journey: JourneyDefinition) {
        let graph = JourneyGraph(start: journey.start, nodes: journey.nodes)
        var writers: [String: Set<String>] = [:]
        for node in journey.nodes { for key in node.writes { writers[key, default: []].insert(node.id) } }
        self.graph = graph
        self.writers = writers
        let secrets = journey.nodes.reduce(into: Set()) { $0.formUnion($1.kind.secrets) }
        behind = Dictionary(uniqueKeysWithValues: secrets.map { ($0, graph.behind(writers[$0] ?? [])) })
        behindAnything = graph.behind(journey.nodes.filter(\.writesAnything).map(\.id))
    }

    /// Whether another node before one can have written a secret.
    func stand(before id: String, writing secret: String) -> Bool {
        if behindAnything.contains(id) { return true }
        guard let writers = writers[secret], writers.contains(id) else { return behind[secret]?.contains(id) == true }
        return graph.behind(writers.subtracting([id])).contains(id)
    }
}

extension PlacedNode {
    /// Whether only the running journey tells what it writes.
    fileprivate var writesAnything: Bool {
        kind.interaction == .sometimes || (node as? Page)?.children.contains { $0.kind.interaction == .sometimes } == true
    }

    /// The keys that the node, or the nodes on it, write into the state.
    fileprivate var writes: [String] {
        ((node as? Page)?.children ?? []).reduce(type(of: node).state.writes) { $0 + type(of: $1.node).state.writes }
    }
}
