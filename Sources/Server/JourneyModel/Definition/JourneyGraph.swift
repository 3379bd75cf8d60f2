import Primitives

/// A journey seen as a graph. Every question costs about as much as the graph is large.
package struct JourneyGraph {
    /// The nodes in the order of the file.
    package let nodes: [PlacedNode]
    /// The indices of each node's successors, which its connections lead to, and of its predecessors, whose connections lead to it.
    let successors: [[Int]]
    let predecessors: [[Int]]
    private let start: JourneyTarget
    private let indices: [String: Int]

    package init(start: JourneyTarget, nodes: [PlacedNode]) {
        self.start = start
        self.nodes = nodes
        let indices = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.indices = indices
        successors = nodes.map { node in node.connections.values.compactMap { Self.index(of: $0, indices) } }
        var predecessors = [[Int]](repeating: [], count: nodes.count)
        for (index, targets) in successors.enumerated() { for target in targets { predecessors[target].append(index) } }
        self.predecessors = predecessors
    }

    /// Returns the problems of the graph: nodes that nothing leads to, and loops that never wait for the user.
    package func problems() -> [JourneyProblem] {
        let reached = reached
        let unreached = nodes.filter { !reached.contains($0.id) }.map { JourneyProblem("nodes.\($0.id)", "nothing leads to this node") }
        return unreached + endlessLoops()
    }

    /// The ids of the nodes that can be reached at all.
    package var reached: Set<String> {
        ids(reach(from: Self.index(of: start, indices).map { [$0] } ?? [], over: successors))
    }

    /// The ids of the nodes behind some: a way of at least one connection leads to them.
    func behind(_ ids: some Sequence<String>) -> Set<String> {
        self.ids(reach(from: ids.compactMap { indices[$0] }.flatMap { successors[$0] }, over: successors))
    }

    /// The secrets that each node, or a node behind it, needs, by the node's name.
    func secretsAhead() -> [String: Set<String>] {
        var ahead: [String: Set<String>] = [:]
        let secrets: Set<String> = nodes.reduce(into: []) { $0.formUnion($1.node.secrets) }
        for secret in secrets {
            let needing = nodes.indices.filter { nodes[$0].node.secrets.contains(secret) }
            for id in ids(reach(from: needing, over: predecessors)) { ahead[id, default: []].insert(secret) }
        }
        return ahead
    }

    private func ids(_ marks: [Bool]) -> Set<String> { Set(nodes.indices.filter { marks[$0] }.map { nodes[$0].id }) }

    /// Marks the nodes that can be reached from some, these among them.
    private func reach(from open: [Int], over ways: [[Int]]) -> [Bool] {
        var marks = [Bool](repeating: false, count: nodes.count)
        var open = open
        while let index = open.popLast() {
            if marks[index] { continue }
            marks[index] = true
            open += ways[index].filter { !marks[$0] }
        }
        return marks
    }

    private static func index(of target: JourneyTarget, _ indices: [String: Int]) -> Int? {
        if case .node(let id) = target { indices[id] } else { nil }
    }
}
