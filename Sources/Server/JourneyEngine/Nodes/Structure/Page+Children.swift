import Primitives

extension Setting where Node == Page {
    /// The nodes on the page: a list of `{ username: { … } }`, or of `{ type: …, settings: { … } }`.
    static let children = Setting(
        name: "nodes", form: "list of nodes", help: "The nodes on the page, in order.", isRequired: true
    ) { page, json, reader, path in
        guard let elements = json.array, !elements.isEmpty, elements.count <= JourneyLimits.nodesOnPage else {
            return reader.object(path, "expected 1 to \(JourneyLimits.nodesOnPage) nodes")
        }
        page.children = elements.enumerated().compactMap { index, element in child(element, &reader, "\(path).\(index)") }
        for (index, child) in page.children.dropLast().enumerated() where child.node.outcomes.count != 1 {
            reader.object("\(path).\(index)", "\(child.kind.alias) has several outcomes, so it must be the page's last node")
        }
    } write: { page in
        .array(page.children.map { [$0.kind.alias: .object($0.node.writtenSettings)] })
    }

    private static func child(_ json: JSONValue, _ reader: inout JourneyReader, _ path: String) -> PageChild? {
        guard let content = reader.content(json, at: path) else { return nil }
        guard content.kind.standsOnPage else {
            reader.object(path, "\(content.kind.alias) can't stand on a page")
            return nil
        }
        if !content.connections.isEmpty { reader.object(path, "a node on a page has no targets; the page has them") }
        return PageChild(kind: content.kind, node: content.node)
    }
}
