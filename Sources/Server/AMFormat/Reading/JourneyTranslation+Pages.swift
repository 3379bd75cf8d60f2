import JourneyModel
import Primitives

extension JourneyTranslation {
    /// The settings of a page by our names, its nodes among them; nil when it can't be one of ours.
    mutating func pageSettings(_ file: ForeignConfiguration, _ connections: JSONObject) -> JSONObject? {
        let references = file.attributes[AM.pageNodes]?.array ?? []
        let outcomes = PageOutcomes(connections, version: file.version, children: references.compactMap { $0["_id"]?.string })
        var settings = settings(
            ForeignConfiguration(id: file.id, type: file.type, version: file.version, file.object.without([AM.pageNodes])), pageKind)
        var children: [JSONValue] = []
        for (index, reference) in references.enumerated() {
            guard let child = child(reference.object ?? JSONObject(), outcomes.of(index)) else { return nil }
            children.append(child)
        }
        settings[AM.pageNodes] = .array(children)
        guard let decider = outcomes.decider(children.map(outcomeCount)) else {
            find(.warning, file.id, file.type, "several of its nodes have several outcomes; a run that reaches it ends in failure")
            return nil
        }
        if decider + 1 < references.count { settings["decidedBy"] = .integer(Int64(decider + 1)) }
        return settings
    }

    private var pageKind: NodeKind { NodeKind(Page.self) }

    /// A node of a page in our own form; nil when it has no id.
    private mutating func child(_ reference: JSONObject, _ outcomes: [String]) -> JSONValue? {
        guard let id = reference["_id"]?.string else {
            find(.warning, member: AM.pageNodes, "a node on a page has no id; a run that reaches the page ends in failure")
            return nil
        }
        let file = ForeignConfiguration(
            id: id, type: reference["nodeType"]?.string, version: reference["nodeVersion"]?.string, entry.nodes[id] ?? JSONObject())
        noteUnknown(reference, among: AM.childMembers, id, file.type)
        let content = childContent(file, outcomes)
        let child = PageChild(
            kind: content.kind, node: content.node, id: id, title: reference["displayName"]?.string, placeholders: content.placeholders)
        let writer = AMNodeWriter(id: { $0 }, script: { $0 })
        var kept = JSONObject()
        kept["place"] = Overlay(of: reference, over: writer.plainReference(child, on: "", at: 0)).json
        if !(content.node is ForeignNode) {
            let plain = writer.plain(content.node, content.kind, id: id, placeholders: content.placeholders)
            kept["attributes"] = Overlay(of: Self.withoutOpenSecrets(file), over: plain).json
        }
        var object: JSONObject = ["type": .string(content.kind.alias), "id": .string(id)]
        object["title"] = child.title.map(JSONValue.string)
        object["settings"] = .object(content.node.writtenSettings.overlaid(with: content.placeholders))
        object["kept"] = kept.isEmpty ? nil : .object(kept)
        return .object(object)
    }

    private mutating func childContent(_ file: ForeignConfiguration, _ outcomes: [String]) -> NodeContent {
        let content = content(file, JSONObject(outcomes.map { ($0, .null) }))
        // A page can't hold what waits for another journey, or asks by itself.
        if content.kind.standsOnPage { return content }
        find(.warning, file.id, file.type, "can't stand on a page here; a run that reaches the page ends in failure")
        return foreign(file, outcomes: outcomes)
    }

    private func outcomeCount(_ child: JSONValue) -> Int {
        var reader = JourneyReader(catalogue)
        return reader.content(child, at: "")?.node.outcomes.count ?? 0
    }
}

/// The node of a page that its outcomes belong to, by the connections of a file (`docs/protocols/journey-nodes.md` 1.5).
private struct PageOutcomes {
    private let connections: JSONObject
    private let isVersion2: Bool
    private let children: [String]

    init(_ connections: JSONObject, version: String, children: [String]) {
        self.connections = connections
        self.children = children
        isVersion2 = version == "2.0"
    }

    /// The outcomes that the file knows of a node.
    func of(_ index: Int) -> [String] {
        guard isVersion2 else { return index == children.count - 1 ? connections.names : [Outcome.only] }
        let own = connections.names.filter { children.indices.contains(index) && $0.hasPrefix(children[index] + "-") }
        return own.isEmpty ? [Outcome.only] : own.map { String($0.dropFirst(children[index].count + 1)) }
    }

    /// The index of the node that decides; nil when several do.
    func decider(_ outcomes: [Int]) -> Int? {
        guard isVersion2 else { return outcomes.count - 1 }
        let several = outcomes.indices.filter { outcomes[$0] > 1 }
        if several.count > 1 { return nil }
        let connected = children.indices.filter { index in connections.names.contains { $0.hasPrefix(children[index] + "-") } }
        return several.first ?? connected.last ?? outcomes.count - 1
    }
}
