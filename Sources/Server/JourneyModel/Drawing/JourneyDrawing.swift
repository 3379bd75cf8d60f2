import Primitives

/// A journey as boxes and lines.
package struct JourneyDrawing {
    /// A box: a node of the journey with its outcomes, or the start.
    package struct Box {
        /// The role of a box.
        package enum Role: String { case start, node, foreign }

        /// The role, which decides the form of the box.
        package let role: Role
        /// The name of the node.
        package let title: String
        /// The kind of the node, below its title.
        package let subtitle: String
        /// The lines on a page: its nodes.
        package let lines: [String]
        /// The outcomes.
        let ports: [Port]
    }

    /// An outcome of a box. One that is the only one has no name.
    struct Port {
        let name: String
        let target: Target?
    }

    enum Target { case box(Int), success, failure }

    /// A line from an outcome of a box to another box, by their indices.
    package struct Line {
        /// The index of the box where the line begins.
        package let from: Int
        /// The index of the outcome in that box.
        package let port: Int
        /// The index of the box where the line ends.
        package let to: Int
    }

    /// The name of the journey.
    package let name: String
    let boxes: [Box]
    /// The lines between the boxes.
    package let lines: [Line]

    init(_ journey: JourneyDefinition) {
        name = journey.name
        let indices = Dictionary(journey.nodes.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
        func target(_ target: JourneyTarget?) -> Target? {
            switch target {
            case .node(let id): indices[id].map(Target.box)
            case .success: .success
            case .failure: .failure
            case nil: nil
            }
        }
        let start = Box(role: .start, title: "Start", subtitle: "", lines: [], ports: [Port(name: "", target: target(journey.start))])
        boxes = [start] + journey.nodes.map { Self.box($0, target) }
        lines = boxes.enumerated().flatMap { from, box in
            box.ports.enumerated().compactMap { port, outcome in
                if case .box(let to) = outcome.target { Line(from: from, port: port, to: to) } else { nil }
            }
        }
    }

    private static func box(_ placed: PlacedNode, _ target: (JourneyTarget?) -> Target?) -> Box {
        let outcomes = placed.node.outcomes
        let children = (placed.node as? Page)?.children.map { $0.title ?? $0.kind.title } ?? []
        let kind = (placed.node as? ForeignNode)?.nodeType ?? placed.kind.title
        return Box(
            role: placed.node is ForeignNode ? .foreign : .node, title: placed.title ?? placed.id, subtitle: kind, lines: children,
            ports: outcomes.map {
                Port(name: outcomes == [Outcome.only] ? "" : placed.node.title(of: $0) ?? $0, target: target(placed.connections[$0]))
            })
    }
}
