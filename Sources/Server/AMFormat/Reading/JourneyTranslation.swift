package import JourneyModel
package import Primitives

/// Makes one of our journeys of one in a file of AM's. Unsupported parts are kept for the next export, and reported.
package struct JourneyTranslation {
    package let entry: ImportEntry
    package let catalogue: NodeCatalogue
    /// The findings so far.
    package var findings: [ImportFinding] = []
    /// The ids of the graph's nodes.
    package let ids: Set<String>

    package init(_ entry: ImportEntry, _ catalogue: NodeCatalogue) {
        self.entry = entry
        self.catalogue = catalogue
        ids = Set(entry.places.map(\.name))
    }

    /// The journey; nil when there is an error among the findings.
    package mutating func journey() -> JourneyDefinition? {
        guard isOfBearableSize else { return nil }
        let traits = traits()
        noteUnknown(entry.tree, among: AM.treeMembers.union(JourneyReader.traitNames))
        let start = target(entry.tree["entryNodeId"])
        if start == .failure, entry.tree["entryNodeId"]?.string != JourneyTarget.failureID {
            find(.warning, member: "entryNodeId", "leads nowhere; the journey ends in failure")
        }
        let all = entry.places.compactMap { node($0.name, $0.value.object ?? JSONObject()) }
        let reached = JourneyGraph(start: start, nodes: all).reached
        let nodes = all.filter { reached.contains($0.id) }
        let plain = JourneyDefinition(name: entry.name, traits: traits, start: start, nodes: nodes)
        let journey = JourneyDefinition(
            name: entry.name, traits: traits, start: start, nodes: nodes,
            kept: kept(plain, orphans: all.filter { !reached.contains($0.id) }))
        return !findings.contains { $0.level == .error } && isSound(journey) ? journey : nil
    }

    private mutating func kept(_ journey: JourneyDefinition, orphans: [PlacedNode]) -> JSONObject {
        var kept = JSONObject()
        let writer = AMJourneyWriter(journey)
        kept["tree"] = Overlay(of: entry.tree, over: writer.plainTree, ignoring: AM.provenance.union(["nodes", "_id"])).json
        let orphans = JSONObject(orphans.map { ($0.id, orphan($0)) })
        kept["orphans"] = orphans.isEmpty ? nil : .object(orphans)
        var brought = JSONObject()
        var others = JSONObject()
        for member in entry.others.members {
            if AM.containers.contains(member.name) || member.name == AM.scripts {
                let ids = member.name == AM.scripts ? otherScripts(journey) : CarriedObjects.ids(in: member.value)
                if !ids.isEmpty { brought[member.name] = .array(ids.map { .string($0) }) }
            } else if member.name != "meta" {
                others[member.name] = member.value
                find(.note, member: member.name, "isn't known; kept for export")
            }
        }
        kept["brought"] = brought.isEmpty ? nil : .object(brought)
        kept["entry"] = others.isEmpty ? nil : .object(others)
        return kept
    }

    /// The scripts that came along although no node names them and no other script requires them.
    private func otherScripts(_ journey: JourneyDefinition) -> [String] {
        let named = Set(journey.everyNode.compactMap { $0.attributes["script"]?.string })
        return CarriedObjects.objects(in: entry.others[AM.scripts] ?? .null).filter { id, script in
            let isNamed = script["context"]?.string.map(AM.namedContexts.contains) ?? true
            return !named.contains(id) && !isNamed
        }.map(\.id)
    }

    /// A node that nothing leads to, as the file has it.
    private mutating func orphan(_ placed: PlacedNode) -> JSONValue {
        find(.note, placed.id, placed.node, "nothing leads to it; kept for export")
        var object = JSONObject()
        object["place"] = entry.tree["nodes"]?[placed.id]
        object["configuration"] = cleaned(placed.id, type: entry.tree["nodes"]?[placed.id]?["nodeType"]?.string)
        object["children"] = children(of: placed.id)
        return .object(object)
    }

    /// The configuration of a node as the file has it, without readable secrets.
    private func cleaned(_ id: String, type: String?) -> JSONValue? {
        entry.nodes[id].map { .object(Self.withoutOpenSecrets(ForeignConfiguration(id: id, type: type, version: nil, $0))) }
    }

    /// The same of the nodes on a page; nil when there are none.
    package func children(of id: String) -> JSONValue? {
        let references = entry.nodes[id]?[AM.pageNodes]?.array ?? []
        let children = JSONObject(
            references.compactMap { reference in
                guard let id = reference["_id"]?.string else { return nil }
                return cleaned(id, type: reference["nodeType"]?.string).map { (id, $0) }
            })
        return children.isEmpty ? nil : .object(children)
    }

    /// Whether the journey can be stored and read again.
    private mutating func isSound(_ journey: JourneyDefinition) -> Bool {
        let json = journey.json
        guard json.encoded.count <= ImportLimits.journey else {
            find(.error, "is longer than \(ImportLimits.journey >> 10) KiB; left out")
            return false
        }
        do { _ = try JourneyDefinition(json: json, catalogue: catalogue) } catch {
            for problem in error.problems { find(.error, "\(problem); left out") }
            return false
        }
        return true
    }

    private var isOfBearableSize: Bool {
        mutating get {
            let counts = [entry.tree.count, entry.others.count] + entry.places.map { $0.value["connections"]?.object?.count ?? 0 }
            let containers = entry.others.members.map { $0.value.object?.count ?? $0.value.array?.count ?? 0 }
            if entry.places.count <= JourneyLimits.nodes, entry.tree["uiConfig"]?.object?.count ?? 0 <= ImportLimits.members,
                entry.nodes.values.allSatisfy({ $0.count <= ImportLimits.members }), counts.allSatisfy({ $0 <= ImportLimits.members }),
                containers.allSatisfy({ $0 <= ImportLimits.objects })
            {
                return true
            }
            find(
                .error,
                "has more than \(JourneyLimits.nodes) nodes, or a node or another object has more than \(ImportLimits.members) members")
            return false
        }
    }
}

// MARK: - Saying

extension JourneyTranslation {
    /// Adds a finding about the journey.
    package mutating func find(_ level: ImportFinding.Level, member: String? = nil, _ reason: String) {
        findings.append(ImportFinding(level, "journey \(entry.name)", member: member, reason))
    }

    /// Adds a finding about a node.
    package mutating func find(
        _ level: ImportFinding.Level, _ id: String, _ node: any NodeDeclaration, member: String? = nil, _ reason: String
    ) {
        find(level, id, node.amType, member: member, reason)
    }

    /// Adds a finding about a node, by AM's name of its kind.
    package mutating func find(_ level: ImportFinding.Level, _ id: String, _ kind: String, member: String? = nil, _ reason: String) {
        findings.append(ImportFinding(level, "journey \(entry.name)", node: id, kind: kind, member: member, reason))
    }

    /// Says which members of an object of a file aren't known: one of the graph, or of a node's entry in it.
    mutating func noteUnknown(_ object: JSONObject, among known: Set<String>, _ id: String? = nil, _ kind: String? = nil) {
        for member in object.members where !known.contains(member.name) && !AM.provenance.contains(member.name) {
            findings.append(
                ImportFinding(
                    Self.isTrivial(member) ? .note : .warning, "journey \(entry.name)", node: id, kind: kind, member: member.name,
                    "\(member.value.text.prefix(64)) isn't known; it is kept and has no effect"))
        }
    }

    /// The target that a connection of the graph names.
    package func target(_ json: JSONValue?) -> JourneyTarget { AMConnections(outcomes: [], prefix: "", ids: ids).target(json) }
}
