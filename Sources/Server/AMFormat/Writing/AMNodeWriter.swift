import JourneyModel
import Primitives

/// Writes nodes as AM's files have them.
struct AMNodeWriter {
    /// AM's id of a node of the journey.
    let id: @Sendable (String) -> String
    /// The id by which AM knows a script of a name or id; the text itself unless there is such a script.
    let script: @Sendable (String) -> String

    /// The configuration object of a node, on the canvas or on a page.
    /// - Parameter prefix: the text that AM writes before the outcomes; see ``AMConnections``.
    func configuration(
        _ node: any NodeDeclaration, _ kind: NodeType, id: String, prefix: String = "", placeholders: JSONObject, kept: JSONObject
    ) -> JSONObject {
        if let foreign = node as? ForeignNode { return (["_id": .string(id)] as JSONObject).overlaid(with: foreign.attributes) }
        let ours = plain(node, kind, id: id, prefix: prefix, placeholders: placeholders)
        return Overlay(json: kept["attributes"]).applied(to: ours) { name, value in
            switch name {
            case "_outcomes": value.array?.map { $0["id"] } == node.outcomes.map { .string(prefix + $0) }
            case AM.pageNodes where node is Page: false
            default: node.says(value, as: name)
            }
        } isInitial: {
            node.isInitial($0)
        }
    }

    /// The same, without anything that was kept from a file.
    func plain(_ node: any NodeDeclaration, _ kind: NodeType, id: String, prefix: String = "", placeholders: JSONObject) -> JSONObject {
        var object: JSONObject = [
            "_id": .string(id), "_type": ["_id": .string(kind.name), "name": .string(kind.title), "collection": true],
            "_outcomes": .array(
                node.outcomes.map { ["id": .string(prefix + $0), "displayName": .string(node.title(of: $0) ?? Self.title(of: $0))] }),
        ]
        for member in node.amAttributes.members { object[member.name] = member.value }
        for member in placeholders.members { node.amName(of: member.name).map { object[$0] = member.value } }
        if let name = object["script"]?.string { object["script"] = .string(script(name)) }
        if let page = node as? Page { object[AM.pageNodes] = .array(page.children.enumerated().map { reference($1, on: id, at: $0) }) }
        return object
    }

    /// The nodes of a page, each with its own configuration.
    func children(of page: Page, on pageID: String) -> [(id: String, configuration: JSONObject)] {
        page.children.enumerated().map { index, child in
            let id = childID(child, on: pageID, at: index)
            return (id, configuration(child.node, child.kind, id: id, placeholders: child.placeholders, kept: child.kept))
        }
    }

    func childID(_ child: PageChild, on pageID: String, at index: Int) -> String { child.id ?? AM.id("\(index)", in: pageID) }

    /// Makes a page's reference to one of its nodes.
    private func reference(_ child: PageChild, on pageID: String, at index: Int) -> JSONValue {
        let overlay = Overlay(json: child.kept["place"])
        let plain = plainReference(child, on: pageID, at: index)
        return .object(overlay.applied(to: plain) { name, value in name != "nodeVersion" || child.node.fits(version: value) })
    }

    func plainReference(_ child: PageChild, on pageID: String, at index: Int) -> JSONObject {
        var reference: JSONObject = [
            "_id": .string(childID(child, on: pageID, at: index)), "nodeType": .string(child.node.amType),
            "displayName": .string(child.title ?? child.kind.title),
        ]
        reference["nodeVersion"] = child.node.writtenVersion
        return reference
    }

    /// Returns the text that an editor shows for an outcome: `true` is shown as `True`.
    private static func title(of outcome: String) -> String { (outcome.first?.uppercased() ?? "") + outcome.dropFirst() }
}
