package import JourneyModel
package import Primitives

/// The parts that a node of a file is made of.
package struct ForeignConfiguration {
    /// The node's id.
    package let id: String
    /// AM's name of its kind, and the kind's version.
    package let type: String
    /// The version of the kind.
    package let version: String
    /// The settings.
    package let attributes: JSONObject
    /// The whole object.
    package let object: JSONObject

    init(id: String, type: String?, version: String?, _ object: JSONObject) {
        self.id = id
        self.type = type ?? object["_type"]?["_id"]?.string ?? ""
        self.version = version ?? object["_type"]?["version"]?.string ?? "1.0"
        self.object = object.without(AM.provenance)
        attributes = object.without(ForeignNode.frame)
    }
}

extension JourneyTranslation {
    /// The kinds of which versions after the first are known, and the settings that the second adds are either supported or said.
    private static let laterVersions: Set<String> = [
        "PageNode", "ValidatedUsernameNode", "UsernameCollectorNode", "WebAuthnAuthenticationNode",
    ]

    /// A node of the graph.
    package mutating func node(_ id: String, _ place: JSONObject) -> PlacedNode? {
        guard (1...JourneyLimits.name).contains(id.utf8.count), case .node = JourneyTarget(id) else {
            find(.error, id, place["nodeType"]?.string ?? "", "is no id of a node; left out")
            return nil
        }
        noteUnknown(place, among: AM.placeMembers, id, place["nodeType"]?.string)
        if entry.nodes[id] == nil { find(.warning, id, place["nodeType"]?.string ?? "", "the file has no settings for it") }
        let file = ForeignConfiguration(
            id: id, type: place["nodeType"]?.string, version: place["version"]?.string, entry.nodes[id] ?? JSONObject())
        let connections = place["connections"]?.object ?? JSONObject()
        let content = content(file, connections)
        return placed(content, file, place, connections)
    }

    /// A node, or what stands for it.
    package mutating func content(_ file: ForeignConfiguration, _ connections: JSONObject) -> NodeContent {
        guard let kind = kind(file) else {
            let refusal = RefusedKinds.reason(file.type).map { ", since \($0)" } ?? ""
            find(.warning, file.id, file.type, "this server has no such node\(refusal); a run that reaches it ends in failure")
            return foreign(file, outcomes: connections.names)
        }
        let settings = kind.type.name == Page.type.name ? pageSettings(file, connections) : settings(file, kind)
        guard let settings, let content = read(["type": .string(kind.type.alias), "settings": .object(settings)], file) else {
            return foreign(file, outcomes: connections.names)
        }
        return content
    }

    /// The catalogue's kind for a type of AM's.
    private func kind(_ file: ForeignConfiguration) -> NodeKind? {
        NodeCatalogue.names(of: file.type).compactMap { name in catalogue.kind(name).flatMap { $0.type.name == name ? $0 : nil } }.first
    }

    /// A node in our own form; nil when it can't be one of ours, which is said.
    private mutating func read(_ json: JSONObject, _ file: ForeignConfiguration) -> NodeContent? {
        var reader = JourneyReader(catalogue)
        let content = reader.content(.object(json), at: "")
        for problem in reader.problems {
            find(
                .warning, file.id, file.type, member: String(problem.path.dropFirst()),
                "\(problem.reason); a run that reaches it ends in failure")
        }
        return reader.problems.isEmpty ? content : nil
    }

    /// A node of a kind that isn't known here: kept, and never run.
    package func foreign(_ file: ForeignConfiguration, outcomes: [String]) -> NodeContent {
        var node = ForeignNode()
        (node.nodeType, node.outcomes) = (file.type, outcomes)
        node.attributes = Self.withoutOpenSecrets(file).without(["_id"])
        return NodeContent(kind: ForeignNode.type, node: node, connections: [], placeholders: JSONObject())
    }

    /// A configuration without readable secrets; that there were some is said.
    static func withoutOpenSecrets(_ file: ForeignConfiguration) -> JSONObject {
        file.object.without(Set(SecretAttributes.open(in: file.attributes, of: file.type)))
    }

    /// The settings of a node by our names. Says which aren't supported.
    package mutating func settings(_ file: ForeignConfiguration, _ kind: NodeKind) -> JSONObject {
        noteSecrets(file)
        if file.version != "1.0", !Self.laterVersions.contains(kind.type.name) {
            find(.warning, file.id, file.type, member: "version", "version \(file.version) may work otherwise than here")
        }
        var settings = JSONObject()
        let secrets = SecretAttributes.open(in: file.attributes, of: file.type)
        for member in file.attributes.members where !secrets.contains(member.name) {
            guard let setting = kind.settings.first(where: { $0.amName == member.name }) else {
                find(
                    Self.isTrivial(member) ? .note : .warning, file.id, file.type, member: member.name,
                    "\(member.value.text.prefix(64)) isn't supported; it is kept and has no effect")
                continue
            }
            if member.value == .null || AM.isNothing(member.value) && setting.initial == .null { continue }
            settings[setting.name] = member.value
        }
        return settings
    }

    private mutating func noteSecrets(_ file: ForeignConfiguration) {
        for name in SecretAttributes.missing(in: file.attributes, of: file.type) {
            find(.warning, file.id, file.type, member: name, "this secret is not in the file; it must be set again")
        }
        for name in SecretAttributes.open(in: file.attributes, of: file.type) {
            find(.warning, file.id, file.type, member: name, "a secret that every reader could use; dropped, to be set again")
        }
    }

    /// Whether a setting most likely stands there only because the tool writes all of them.
    static func isTrivial(_ member: JSONObject.Member) -> Bool {
        let value = member.value
        return [.null, false, "", 0].contains(value) || value.array?.isEmpty == true || value.object?.isEmpty == true
            || member.name == "identityAttribute" && value == "userName" || member.name == "nodeVersion" && value == 1
    }

    /// The node at its place, with what the file says besides.
    private mutating func placed(
        _ content: NodeContent, _ file: ForeignConfiguration, _ place: JSONObject, _ connections: JSONObject
    ) -> PlacedNode {
        if content.node is ForeignNode { noteSecrets(file) }
        var kept = JSONObject()
        kept["place"] = Overlay(of: place.without(["connections"]), over: JSONObject()).json
        var placed = PlacedNode(
            id: file.id, title: place["displayName"]?.string, kind: content.kind, node: content.node, connections: [:],
            placeholders: content.placeholders, kept: kept)
        let reading = AMConnections(outcomes: content.node.outcomes, prefix: placed.amPrefix, ids: ids)
        note(reading.oddities(of: connections), file)
        placed = placed.connected(reading.read(connections))
        placed.kept = self.kept(placed, file, place)
        return placed
    }

    private mutating func note(_ oddities: (foreign: [String], loose: [String]), _ file: ForeignConfiguration) {
        for outcome in oddities.foreign {
            find(.warning, file.id, file.type, member: outcome, "the node here has no such outcome; the connection is kept for export")
        }
        for outcome in oddities.loose {
            find(.warning, file.id, file.type, member: outcome, "this outcome leads nowhere; it ends the journey in failure")
        }
    }

    private func kept(_ placed: PlacedNode, _ file: ForeignConfiguration, _ place: JSONObject) -> JSONObject {
        let graph = AMJourneyWriter(
            JourneyDefinition(name: entry.name, traits: JourneyTraits(), start: .failure, nodes: [placed]), ids: ids)
        let writer = AMNodeWriter(id: { $0 }, script: { $0 })
        var kept = JSONObject()
        kept["place"] = Overlay(of: place, over: graph.plainPlace(of: placed)).json
        guard !(placed.node is ForeignNode) else {
            kept["children"] = children(of: placed.id)
            return kept
        }
        let plain = writer.plain(placed.node, placed.kind, id: placed.id, prefix: placed.amPrefix, placeholders: placed.placeholders)
        kept["attributes"] = Overlay(of: Self.withoutOpenSecrets(file), over: plain, ignoring: [AM.pageNodes]).json
        return kept
    }
}
