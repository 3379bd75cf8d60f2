import Primitives
import ResourceMessages

extension NodeSetting where Node == Page {
    /// The nodes on the page: a list of `{ username: { … } }`, or of `{ type: …, settings: { … } }`.
    package static let children = NodeSetting(
        name: "nodes", form: .nodes(most: JourneyLimits.nodesOnPage), help: "The nodes on the page, in order.", isRequired: true
    ) { page, json, reader, path in
        guard let elements = json.array, !elements.isEmpty, elements.count <= JourneyLimits.nodesOnPage else {
            return reader.object(path, "expected 1 to \(JourneyLimits.nodesOnPage) nodes")
        }
        page.children = elements.enumerated().compactMap { index, element in child(element, &reader, "\(path).\(index)") }
    } write: { page in
        .array(page.children.map(\.json))
    }.verbatim

    private static func child(_ json: JSONValue, _ reader: inout JourneyReader, _ path: String) -> PageChild? {
        guard let content = reader.content(json, at: path) else { return nil }
        guard content.kind.standsOnPage else {
            reader.object(path, "\(content.kind.alias) can't stand on a page")
            return nil
        }
        if !content.connections.isEmpty { reader.object(path, "a node on a page has no targets; the page has them") }
        return PageChild(
            kind: content.kind, node: content.node, id: content.id, title: content.title, placeholders: content.placeholders,
            kept: content.kept)
    }
}

extension PageChild {
    /// The short form, unless there is more to say.
    fileprivate var json: JSONValue {
        let settings = JSONValue.object(node.writtenSettings.overlaid(with: placeholders))
        if id == nil, title == nil, kept.isEmpty { return [kind.alias: settings] }
        var object: JSONObject = ["type": .string(kind.alias)]
        object["id"] = id.map(JSONValue.string)
        object["title"] = title.map(JSONValue.string)
        object["settings"] = settings
        object["kept"] = kept.isEmpty ? nil : .object(kept)
        return .object(object)
    }
}
