package import Primitives

/// The part of a file about one node, its id aside.
package struct NodeContent {
    /// The names of the kind, and its behaviour.
    package var kind: NodeType
    package var node: any NodeDeclaration
    /// The name in an editor; nil for the kind's title.
    package var title: String?
    /// The outcomes that lead somewhere, with their targets, in the order of the file.
    package var connections: [(String, JourneyTarget)]
    /// The settings that hold placeholders, as the file has them.
    package var placeholders: JSONObject
    /// The other members of AM's file, and the node's id there when it stands on a page.
    package var kept = JSONObject()
    /// The id in AM's file; nil for none.
    package var id: String?

    package init(
        kind: NodeType, node: any NodeDeclaration, title: String? = nil, connections: [(String, JourneyTarget)], placeholders: JSONObject
    ) {
        self.kind = kind
        self.node = node
        self.title = title
        self.connections = connections
        self.placeholders = placeholders
    }
}

extension JourneyReader {
    private static let longForm: Set<String> = ["type", "id", "title", "settings", "outcomes", "kept"]

    /// A node in either form.
    package mutating func content(_ json: JSONValue, at path: String) -> NodeContent? {
        guard let members = json.object, let first = members.members.first else {
            object(path, "a node is a map, such as { username: {}, next: … }")
            return nil
        }
        if let name = members["type"]?.string, members.names.allSatisfy(Self.longForm.contains) {
            var content = content(
                kind: name, settings: members["settings"] ?? [:], title: members["title"]?.string,
                outcomes: members["outcomes"]?.object?.members ?? [], at: path)
            content?.kept = kept(members, at: "\(path).kept")
            content?.id = members["id"]?.string
            return content
        }
        return content(
            kind: first.name, settings: first.value, title: nil, outcomes: Array(members.members.dropFirst()), at: path)
    }

    private mutating func content(
        kind name: String, settings: JSONValue, title: String?, outcomes: [JSONObject.Member], at path: String
    ) -> NodeContent? {
        guard let kind = catalogue.kind(name) else {
            let reason = RefusedKinds.reason(name) ?? "there are \(catalogue.aliases.joined(separator: ", "))"
            object(path, "there is no kind of node \(name.prefix(64)); \(reason)")
            return nil
        }
        guard let settings = Self.settings(settings) else {
            object("\(path).\(name)", "the settings are a map")
            return nil
        }
        let (node, placeholders) = node(kind, settings, at: path)
        var connections: [(String, JourneyTarget)] = []
        for outcome in outcomes {
            guard let target = target(outcome.value, at: "\(path).\(outcome.name)") else { continue }
            connections.append((outcome.name == "next" ? Outcome.only : outcome.name, target))
        }
        return NodeContent(kind: kind.type, node: node, title: title, connections: connections, placeholders: placeholders)
    }

    /// A node, and its settings with placeholders. The nodes on a page are read while the page is, and have their own.
    private mutating func node(_ kind: NodeKind, _ settings: JSONObject, at path: String) -> (any NodeDeclaration, JSONObject) {
        let around = placeholders
        defer { placeholders = around }
        placeholders = JSONObject()
        let node = kind.node(settings, &self, at: path)
        return (node, placeholders)
    }

    /// The settings of the short form: a map, nothing at all, or for a page the list of its nodes.
    private static func settings(_ json: JSONValue) -> JSONObject? {
        switch json {
        case .object(let object): object
        case .null: JSONObject()
        case .array: ["nodes": json]
        default: nil
        }
    }
}
