import Primitives

/// Gives a journey's nodes new ids, for a file whose ids are taken by other nodes already (`docs/protocols/journey-nodes.md` 1.10, step 4).
package struct IDRewriting {
    private let ids: [String: String]

    /// New ids for all nodes of a journey, those on pages among them.
    package init(_ entry: ImportEntry, newID: () -> String) {
        var ids: [String: String] = [:]
        for place in entry.places {
            ids[place.name] = newID()
            for id in entry.children(of: place.name) { ids[id] = newID() }
        }
        self.ids = ids
    }

    /// Replaces the ids wherever the journey's graph and nodes have them.
    package func rewrite(_ entry: inout ImportEntry) {
        entry.nodes = Dictionary(entry.nodes.map { (new($0.key), object($0.value)) }) { first, _ in first }
        entry.tree = object(entry.tree)
    }

    private func object(_ object: JSONObject) -> JSONObject { JSONObject(object.members.map { (new($0.name), value($0.value)) }) }

    private func value(_ json: JSONValue) -> JSONValue {
        switch json {
        case .string(let text): .string(new(text))
        case .array(let elements): .array(elements.map(value))
        case .object(let object): .object(self.object(object))
        default: json
        }
    }

    /// A text with an id in place of an old one: alone, before an outcome of a page, or anywhere in the editor's annotations, which are
    /// JSON in a text.
    private func new(_ text: String) -> String {
        if let id = ids[text] { return id }
        if text.utf8.count > 36, let id = ids[String(text.prefix(36))], text.dropFirst(36).first == "-" { return id + text.dropFirst(36) }
        guard text.hasPrefix("{"), text.contains("forNodes") else { return text }
        return ids.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
}
