import JourneyModel
package import Primitives

/// A journey as a file has it, whatever the file's form: its graph, the configuration of its nodes, and what it brings along.
package struct ImportEntry {
    /// The name, by the graph or, where it has none, by its place in the file.
    package let name: String
    /// The file.
    package let file: String
    /// The graph, without the nodes' configuration.
    package var tree: JSONObject
    /// The configuration of each node, on the canvas and on pages, by id.
    package var nodes: [String: JSONObject]
    /// The objects that stand beside the graph.
    package var others: JSONObject

    /// - Parameter pool: configurations of nodes that stand in files of their own.
    package init?(_ entry: JSONObject, name: String?, file: String, pool: [String: JSONObject] = [:]) {
        guard let tree = entry["tree"]?.object, let name = name ?? tree["_id"]?.string else { return nil }
        self.name = name
        self.file = file
        self.tree = tree
        nodes = pool
        others = entry
        others["tree"] = nil
        // Very old files spell it in lower case.
        for container in ["nodes", "innernodes", "innerNodes"] {
            for (id, configuration) in Self.configurations(entry[container] ?? .null) { nodes[id] = configuration }
            others[container] = nil
        }
    }

    /// The configurations in a container: a map or, as some write it for AM's REST interface, a list of `{_id, nodeType, details}`.
    private static func configurations(_ container: JSONValue) -> [(String, JSONObject)] {
        if let object = container.object { return object.members.compactMap { member in member.value.object.map { (member.name, $0) } } }
        return (container.array ?? []).compactMap { element in
            guard let id = element["_id"]?.string, let object = element.object else { return nil }
            return (id, (element["details"]?.object ?? object.without(["nodeType"])).overlaid(with: ["_id": .string(id)]))
        }
    }

    /// The ids of the nodes on a page.
    package func children(of id: String) -> [String] { (nodes[id]?[AM.pageNodes]?.array ?? []).compactMap { $0["_id"]?.string } }

    /// The nodes of the graph, in the order of the file.
    package var places: [JSONObject.Member] { tree["nodes"]?.object?.members ?? [] }
}
