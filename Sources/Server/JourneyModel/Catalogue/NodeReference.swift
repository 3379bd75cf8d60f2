import JourneyMessages
import Primitives
import ResourceMessages

/// The reference of all kinds of node as a page, `docs/nodes.md`, which a test compares with this.
package enum NodeReference {
    /// The page, as Markdown.
    package static var markdown: String {
        var lines = [
            "# Kinds of node", "",
            "This page is written by `gatehouse journey nodes --markdown`. [Journeys](journeys.md) tells how nodes are put together; `gatehouse",
            "journey nodes --json` has the same with a JSON Schema for each setting.", "",
        ]
        for family in NodeCatalogue.standard.families {
            lines += ["## \(family.title)", ""] + family.kinds.flatMap { section(NodeDescription($0)) }
        }
        return lines.joined(separator: "\n")
    }

    private static func section(_ node: NodeDescription) -> [String] {
        var lines = ["### \(node.alias)", "", "`\(node.name)`. \(node.help)", ""]
        let lists = [
            ("Outcomes", node.outcomes), ("Callbacks", node.callbacks.map(\.name)), ("Reads", node.reads), ("Writes", node.writes),
            ("Secrets", node.secrets),
        ]
        for (title, names) in lists where !names.isEmpty {
            lines.append("- \(title): \(names.map { "`\($0)`" }.joined(separator: ", "))")
        }
        if node.standsOnPage { lines.append("- Stands on pages") }
        guard !node.settings.isEmpty else { return lines + ["- No settings", ""] }
        lines += ["", "| Setting | Value | Default | |", "| --- | --- | --- | --- |"]
        for setting in node.settings {
            let fallback = setting.isRequired ? "must be set" : setting.initial.flatMap { $0 == .null ? nil : "`\($0.text)`" } ?? ""
            let inert = setting.inertness.map { " **No effect:** \($0)." } ?? ""
            lines.append("| `\(setting.name)` | \(cell(setting.form.description)) | \(cell(fallback)) | \(cell(setting.help + inert)) |")
        }
        return lines + [""]
    }

    /// A text for a cell of a table.
    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
