/// A journey seen as a graph.
struct JourneyGraph {
    private let start: JourneyTarget
    private let nodes: [PlacedNode]
    private let byID: [String: PlacedNode]

    init(start: JourneyTarget, nodes: [PlacedNode]) {
        self.start = start
        self.nodes = nodes
        byID = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    }

    /// What is wrong with the graph: nodes that nothing leads to, and loops that never wait for the user.
    func problems() -> [JourneyProblem] {
        let reached = reach(from: [start])
        let unreached = nodes.filter { !reached.contains($0.id) }.map { JourneyProblem("nodes.\($0.id)", "nothing leads to this node") }
        return unreached + endlessLoops()
    }

    /// Whether a way leads from a node to another, or back to itself.
    func leads(from id: String, to other: String) -> Bool {
        reach(from: (byID[id]?.connections.values).map(Array.init) ?? []).contains(other)
    }

    /// The ids of the nodes that can be reached at all.
    var reached: Set<String> { reach(from: [start]) }

    /// For each node, the secrets that it or a node behind it needs.
    func secretsAhead() -> [String: Set<String>] {
        let needing = nodes.filter { !$0.node.secrets.isEmpty }
        return Dictionary(
            uniqueKeysWithValues: nodes.map { node in
                let ahead = reach(from: [.node(node.id)])
                return (node.id, needing.filter { ahead.contains($0.id) }.reduce(into: Set()) { $0.formUnion($1.node.secrets) })
            })
    }

    /// The ids of the nodes that can be reached from some targets, these among them.
    private func reach(from targets: [JourneyTarget]) -> Set<String> {
        var reached: Set<String> = []
        var open = targets
        while let target = open.popLast() {
            guard case .node(let id) = target, let node = byID[id], reached.insert(id).inserted else { continue }
            open.append(contentsOf: node.connections.values)
        }
        return reached
    }

    /// Nodes that never wait and can come back to themselves over nodes that never wait. What is left when those without a
    /// way back have been taken away, again and again (Kahn's algorithm, from the ends).
    private func endlessLoops() -> [JourneyProblem] {
        var silent = Set(nodes.filter { $0.kind.interaction == .none }.map(\.id))
        while let end = silent.first(where: { !leads($0, into: silent) }) { silent.remove(end) }
        return nodes.filter { silent.contains($0.id) && comesBack($0.id, within: silent) }
            .map { JourneyProblem("nodes.\($0.id)", "is in a loop that never waits for the user") }
    }

    private func leads(_ id: String, into ids: Set<String>) -> Bool { !successors(id).isDisjoint(with: ids) }

    private func comesBack(_ id: String, within ids: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = Array(successors(id).intersection(ids))
        while let next = open.popLast() {
            if next == id { return true }
            if seen.insert(next).inserted { open.append(contentsOf: successors(next).intersection(ids)) }
        }
        return false
    }

    private func successors(_ id: String) -> Set<String> {
        Set((byID[id]?.connections.values).map(Array.init)?.compactMap { if case .node(let id) = $0 { id } else { nil } } ?? [])
    }
}
