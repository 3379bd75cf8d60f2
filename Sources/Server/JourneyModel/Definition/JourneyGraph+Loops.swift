import Primitives

extension JourneyGraph {
    /// Nodes that never wait and can come back to themselves over nodes that never wait.
    func endlessLoops() -> [JourneyProblem] {
        let silent = trimmed(nodes.map { $0.kind.interaction == .none })
        return nodes.indices.filter { silent[$0] && comesBack($0, within: silent) }.map {
            JourneyProblem("nodes.\(nodes[$0].id)", "is in a loop that never waits for the user")
        }
    }

    /// Returns what is left of some nodes when those without a way out among them have been taken away, again and again (Kahn's algorithm,
    /// from the ends): loops, and the ways to them.
    private func trimmed(_ marks: [Bool]) -> [Bool] {
        var left = marks
        var ways = successors.map { targets in targets.filter { marks[$0] }.count }
        var ends = nodes.indices.filter { left[$0] && ways[$0] == 0 }
        while let end = ends.popLast() {
            left[end] = false
            for source in predecessors[end] where left[source] {
                ways[source] -= 1
                if ways[source] == 0 { ends.append(source) }
            }
        }
        return left
    }

    private func comesBack(_ index: Int, within marks: [Bool]) -> Bool {
        var seen = Set<Int>()
        var open = successors[index]
        while let next = open.popLast() {
            if next == index { return true }
            if marks[next], seen.insert(next).inserted { open += successors[next] }
        }
        return false
    }
}
