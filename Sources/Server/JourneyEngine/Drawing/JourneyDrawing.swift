/// A journey as boxes and lines, laid out.
struct JourneyDrawing {
    /// A box: a node of the journey with its outcomes, the start, or one of the two ends.
    struct Box {
        enum Role: String { case start, node, foreign, success, failure }

        let role: Role
        let title: String
        /// What the node is, below its title.
        let subtitle: String
        /// The outcomes, each the port that a line begins at. One that is the only one has no name.
        let ports: [String]
        /// The lines on a page: its nodes.
        let lines: [String]
    }

    /// A line from an outcome of a box to another box, by their indices.
    struct Line {
        let from: Int
        let port: Int
        let to: Int
    }

    let name: String
    let boxes: [Box]
    let lines: [Line]

    init(_ journey: JourneyDefinition) {
        name = journey.name
        var boxes = [Box(role: .start, title: "Start", subtitle: "", ports: [""], lines: [])]
        boxes += journey.nodes.map(Self.box)
        var indices = Dictionary(uniqueKeysWithValues: journey.nodes.enumerated().map { (JourneyTarget.node($1.id), $0 + 1) })
        let targets = [journey.start] + journey.nodes.flatMap(\.connections.values)
        for (end, role, title) in [(JourneyTarget.success, Box.Role.success, "Success"), (.failure, .failure, "Failure")]
        where targets.contains(end) {
            indices[end] = boxes.count
            boxes.append(Box(role: role, title: title, subtitle: "", ports: [], lines: []))
        }
        var lines = [Line(from: 0, port: 0, to: indices[journey.start] ?? 0)]
        for (index, node) in journey.nodes.enumerated() {
            for (port, outcome) in node.node.outcomes.enumerated() {
                guard let to = node.connections[outcome].flatMap({ indices[$0] }) else { continue }
                lines.append(Line(from: index + 1, port: port, to: to))
            }
        }
        self.boxes = boxes
        self.lines = lines
    }

    private static func box(_ placed: PlacedNode) -> Box {
        let outcomes = placed.node.outcomes
        let children = (placed.node as? Page)?.children.map { $0.title ?? $0.kind.title } ?? []
        let kind = (placed.node as? ForeignNode)?.nodeType ?? placed.kind.title
        return Box(
            role: placed.node is ForeignNode ? .foreign : .node, title: placed.title ?? placed.id, subtitle: kind,
            ports: outcomes == [Outcome.only] ? [""] : outcomes, lines: children)
    }
}
