import Primitives

/// A journey as a file has it, whatever the file's form: its graph, the configuration of its nodes, and what it brings along.
struct ImportEntry {
    /// The name, by the graph or, where it has none, by its place in the file.
    let name: String
    /// The file.
    let file: String
    var tree: JSONObject
    /// The configuration of each node, on the canvas and on pages, by id.
    var nodes: [String: JSONObject]
    /// What stands beside the graph.
    var others: JSONObject

    /// - Parameter pool: configurations of nodes that stand in files of their own.
    init?(_ entry: JSONObject, name: String?, file: String, pool: [String: JSONObject] = [:]) {
        guard let tree = entry["tree"]?.object, let name = name ?? tree["_id"]?.string else { return nil }
        self.name = name
        self.file = file
        self.tree = tree
        nodes = pool
        others = entry
        others["tree"] = nil
        // Very old files spell it in lower case.
        for container in ["nodes", "innernodes", "innerNodes"] {
            for member in entry[container]?.object?.members ?? [] { nodes[member.name] = member.value.object }
            others[container] = nil
        }
    }

    /// The nodes of the graph, in the order of the file.
    var places: [JSONObject.Member] { tree["nodes"]?.object?.members ?? [] }
}
