import Primitives

/// Rewrites what is bound to the realm that a file comes from (`docs/protocols/journey-nodes.md` 1.10, step 5).
package struct RealmRewriting {
    private static let attributes: Set<String> = ["identityResource", "tntpPingOneConfigName", "pingOneWorker"]
    /// The realms' last names.
    package let source: String
    /// The last name of the realm that imports.
    package let target: String

    /// Nil when nothing is to be rewritten.
    package init?(from source: String?, to target: String?) {
        guard let source, let target, source != target else { return nil }
        self.source = source
        self.target = target
    }

    /// Rewrites a journey's graph and nodes.
    package func rewrite(_ entry: inout ImportEntry) {
        entry.tree = rewritten(entry.tree)
        entry.nodes = entry.nodes.mapValues(rewritten)
    }

    private func rewritten(_ object: JSONObject) -> JSONObject {
        Self.attributes.reduce(into: object) { object, name in
            guard let text = object[name]?.string else { return }
            object[name] = .string(rewritten(text))
        }
    }

    private func rewritten(_ text: String) -> String {
        if text == "managed/\(source)_user" { return "managed/\(target)_user" }
        let mark = " [/\(source)]"
        return text.hasSuffix(mark) ? text.dropLast(mark.count) + " [/\(target)]" : text
    }
}
