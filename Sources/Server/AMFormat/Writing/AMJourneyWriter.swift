package import JourneyModel
package import Primitives

/// Writes a journey as an entry of AM's files (`docs/protocols/journey-nodes.md` 1.2, 1.3), without what it brings along.
package struct AMJourneyWriter {
    private let journey: JourneyDefinition
    private let writer: AMNodeWriter
    private let ids: Set<String>

    /// - Parameter ids: the ids of nodes that a connection may lead to; those of the journey unless given.
    package init(_ journey: JourneyDefinition, ids: Set<String>? = nil, script: @escaping @Sendable (String) -> String = { $0 }) {
        self.journey = journey
        let name = journey.name
        writer = AMNodeWriter(id: { AM.id($0, in: name) }, script: script)
        self.ids = ids ?? Set(journey.nodes.map(\.id))
    }

    /// The members `tree`, `nodes` and `innerNodes`.
    package var entry: JSONObject {
        var (nodes, inner) = (JSONObject(), JSONObject())
        for placed in journey.nodes {
            let id = writer.id(placed.id)
            nodes[id] = .object(
                writer.configuration(
                    placed.node, placed.kind, id: id, prefix: placed.amPrefix, placeholders: placed.placeholders, kept: placed.kept))
            for child in children(of: placed) { inner[child.id] = .object(child.configuration) }
        }
        for orphan in orphans {
            if let configuration = orphan.value["configuration"] { nodes[orphan.name] = configuration }
            for child in orphan.value["children"]?.object?.members ?? [] { inner[child.name] = child.value }
        }
        var entry: JSONObject = ["tree": .object(tree), "nodes": .object(nodes), "innerNodes": .object(inner)]
        for member in journey.kept["entry"]?.object?.members ?? [] { entry[member.name] = member.value }
        return entry
    }

    /// The graph.
    private var tree: JSONObject {
        let (overlay, plain) = (Overlay(json: journey.kept["tree"]), plainTree)
        var tree = overlay.applied(to: plain) { name, value in
            if name == "entryNodeId" { return connections([], prefix: "").target(value) == journey.start }
            return !JourneyReader.traitNames.contains(name) || AM.isSame(value, plain[name])
        } isInitial: {
            AM.initialTree[$0] == plain[$0]
        }
        var nodes = JSONObject(journey.nodes.map { (writer.id($0.id), .object(place(of: $0))) })
        for orphan in orphans { nodes[orphan.name] = orphan.value["place"] }
        tree["nodes"] = .object(nodes)
        return tree
    }

    /// The graph's members, nodes aside, without anything that was kept from a file.
    var plainTree: JSONObject {
        var tree: JSONObject = ["_id": .string(journey.name), "entryNodeId": .string(AMConnections.id(of: journey.start, writer.id))]
        let traits = journey.traits.json.members.filter { JourneyReader.traitNames.contains($0.name) }
        tree = AM.initialTree.overlaid(with: JSONObject(traits.map { ($0.name, $0.value) })).overlaid(with: tree)
        return tree
    }

    /// A node's entry in the graph.
    private func place(of placed: PlacedNode) -> JSONObject {
        let connections = connections(placed)
        return Overlay(json: placed.kept["place"]).applied(to: plainPlace(of: placed)) { name, value in
            if name == "version" { return placed.node.fits(version: value) }
            guard name == "connections" else { return true }
            return value.object.map { connections.read($0) == placed.connections } ?? false
        }
    }

    /// The same, without anything that was kept from a file.
    func plainPlace(of placed: PlacedNode) -> JSONObject {
        var place: JSONObject = [
            "connections": .object(connections(placed).write(placed.connections, id: writer.id)),
            "displayName": .string(placed.title ?? placed.kind.title),
            "nodeType": .string(placed.node.amType),
        ]
        place["version"] = placed.node.writtenVersion
        return place
    }

    private func connections(_ placed: PlacedNode) -> AMConnections {
        connections(placed.node.outcomes, prefix: placed.amPrefix)
    }

    private func connections(_ outcomes: [String], prefix: String) -> AMConnections {
        AMConnections(outcomes: outcomes, prefix: prefix, ids: ids)
    }

    private func children(of placed: PlacedNode) -> [(id: String, configuration: JSONObject)] {
        if let page = placed.node as? Page { return writer.children(of: page, on: writer.id(placed.id)) }
        return (placed.kept["children"]?.object?.members ?? []).compactMap { child in child.value.object.map { (child.name, $0) } }
    }

    /// Nodes of the file that nothing led to.
    private var orphans: [JSONObject.Member] { journey.kept["orphans"]?.object?.members ?? [] }
}

extension PlacedNode {
    /// The text that AM's file writes before the outcomes: on a page of version 2.0, the id of the node that decides.
    var amPrefix: String {
        guard let page = node as? Page, isVersion2, page.children.indices.contains(page.deciding), let id = page.children[page.deciding].id
        else { return "" }
        return id + "-"
    }

    private var isVersion2: Bool { Overlay(json: kept["place"])["version"]?.string == "2.0" }
}

extension AM {
    /// A graph's members that AM writes always.
    static let initialTree: JSONObject = [
        "enabled": true, "innerTreeOnly": false, "mustRun": false, "noSession": false, "transactionalOnly": false, "staticNodes": [:],
        "uiConfig": [:],
    ]

    /// Whether a flag or a time of a graph says the same as ours, whatever its spelling.
    package static func isSame(_ value: JSONValue, _ ours: JSONValue?) -> Bool {
        if isNothing(value) { return ours == nil }
        guard let ours else { return false }
        return value == ours || String(setting: value) != nil && String(setting: value) == String(setting: ours)
    }
}
