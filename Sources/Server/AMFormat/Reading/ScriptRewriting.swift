import JourneyModel
import Primitives

/// Gives scripts whose ids are no UUIDs ids that are, wherever a journey names them. An export has the old ones again.
package struct ScriptRewriting {
    /// The member of a node that names its script.
    private static let member = "script"
    private let ids: [String: String]

    /// - Parameter ids: the scripts' ids in the files.
    package init(_ ids: some Sequence<String>) {
        self.ids = Dictionary(ids.filter { Self.id($0) != $0 }.map { ($0, Self.id($0)) }) { first, _ in first }
    }

    /// The id here of a script: its own when it is a UUID, else one made of it, always the same.
    package static func id(_ id: String) -> String { AM.id(id, in: AM.scripts) }

    /// The id here of what may be a script's id in the files.
    package subscript(text: String) -> String { ids[text] ?? text }

    /// Replaces the ids where a journey's nodes and what it brings along have them.
    package func rewrite(_ entry: inout ImportEntry) {
        guard !ids.isEmpty else { return }
        entry.nodes = entry.nodes.mapValues { node in
            guard let name = node[Self.member]?.string, let id = ids[name] else { return node }
            return node.overlaid(with: [Self.member: .string(id)])
        }
        guard let brought = entry.others[AM.scripts]?.object else { return }
        entry.others[AM.scripts] = .object(JSONObject(brought.members.map { (self[$0.name], $0.value) }))
    }
}
