package import Primitives

/// Reads the JSON form of a journey and notes every problem on the way.
package struct JourneyReader {
    /// The number of problems past which the rest says nothing new.
    private static let mostProblems = 100

    package let catalogue: NodeCatalogue
    /// The problems that were found, at most 100.
    package private(set) var problems: [JourneyProblem] = []
    /// The values that placeholders stand for; nil when they aren't known yet.
    package let variables: [String: String]?
    /// The placeholders of the node that is being read.
    package var placeholders = JSONObject()

    package init(_ catalogue: NodeCatalogue, variables: [String: String]? = nil) {
        self.catalogue = catalogue
        self.variables = variables
    }

    /// Notes a problem.
    package mutating func object(_ path: String, _ reason: String) {
        if problems.count < Self.mostProblems { problems.append(JourneyProblem(path, reason)) }
    }

    /// The journey; nil, or worth nothing, when there are problems.
    package mutating func journey(_ json: JSONValue) -> JourneyDefinition? {
        guard let file = json.object else {
            object("", "a journey is a map with name, start and nodes")
            return nil
        }
        let name = name(file["name"], at: "name") ?? ""
        let start = target(file["start"], at: "start") ?? .failure
        let traits = traits(file)
        let nodes = nodes(file["nodes"])
        let ids = Set(nodes.map(\.id))
        check(start, at: "start", among: ids)
        for node in nodes { checkConnections(of: node, among: ids) }
        let kept = kept(file, at: "kept")
        guard problems.isEmpty else { return nil }
        return JourneyDefinition(name: name, traits: traits, start: start, nodes: nodes, kept: kept)
    }

    private mutating func nodes(_ json: JSONValue?) -> [PlacedNode] {
        guard let members = json?.object?.members, members.count <= JourneyLimits.nodes else {
            object("nodes", "expected a map of at most \(JourneyLimits.nodes) nodes")
            return []
        }
        return members.compactMap { node($0.name, $0.value) }
    }

    private mutating func node(_ id: String, _ json: JSONValue) -> PlacedNode? {
        let path = "nodes.\(id.prefix(JourneyLimits.name))"
        guard (1...JourneyLimits.name).contains(id.utf8.count), case .node = JourneyTarget(id) else {
            object(path, "is no id: 1 to \(JourneyLimits.name) bytes, and neither success nor failure")
            return nil
        }
        guard let content = content(json, at: path) else { return nil }
        return PlacedNode(
            id: id, title: content.title, kind: content.kind, node: content.node,
            connections: Dictionary(content.connections) { first, _ in first }, placeholders: content.placeholders, kept: content.kept)
    }

    /// Returns the other members of AM's file.
    package mutating func kept(_ file: JSONObject, at path: String) -> JSONObject {
        guard let json = file["kept"] else { return JSONObject() }
        if json.object == nil { object(path, "expected a map") }
        return json.object ?? JSONObject()
    }

    /// A name of a journey.
    package mutating func name(_ json: JSONValue?, at path: String) -> String? {
        guard let text = json?.string, (1...JourneyLimits.name).contains(text.utf8.count), !text.hasControlCharacters else {
            object(path, "expected a text of 1 to \(JourneyLimits.name) bytes")
            return nil
        }
        return text
    }

    /// Reads the target of an outcome, and notes a problem when it is none.
    package mutating func target(_ json: JSONValue?, at path: String) -> JourneyTarget? {
        guard let text = json?.string else {
            object(path, "expected the id of a node, success or failure")
            return nil
        }
        return JourneyTarget(text)
    }

    private mutating func check(_ target: JourneyTarget, at path: String, among ids: Set<String>) {
        if case .node(let id) = target, !ids.contains(id) {
            object(path, "there is no node \(id.prefix(JourneyLimits.name))")
        }
    }

    private mutating func checkConnections(of node: PlacedNode, among ids: Set<String>) {
        let outcomes = node.node.outcomes
        let known = Set(outcomes)
        for (outcome, target) in node.connections.sorted(by: { $0.key < $1.key }) {
            let path = "nodes.\(node.id).\(outcome)"
            check(target, at: path, among: ids)
            if !known.contains(outcome) {
                object(path, "\(node.kind.alias) has no such outcome; it has \(outcomes.joined(separator: ", "))")
            }
        }
        for outcome in outcomes where node.connections[outcome] == nil {
            object("nodes.\(node.id).\(outcome)", "this outcome leads nowhere")
        }
    }
}

extension String {
    /// Whether the text has a control character (Unicode's category Cc).
    package var hasControlCharacters: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
