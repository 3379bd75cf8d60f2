package import Primitives
import ResourceMessages

/// The reference of all members of predictors, policy sets and conditions as a page, `docs/risk-declarations.md`, which a test compares with this.
package enum RiskReference {
    /// A section of the page: what has the members, and what they are.
    package struct Section: Sendable {
        package let title: String
        package let rows: [Row]

        /// The title without the marks of code.
        package var name: String { title.replacing("`", with: "") }

        /// The rows, each with the name.
        package var json: [JSONObject] { rows.map { JSONObject([("of", .string(name))] + $0.json.members.map { ($0.name, $0.value) }) } }
    }

    /// A member, by its path in the declaration.
    package struct Row: Sendable {
        package let path: String
        /// The values that it may have, in words.
        package let value: String
        /// The value when nothing is sent, as JSON; nil for none.
        package let initial: String?
        /// Its effect; nil where the name says it.
        package let help: String?

        package var json: JSONObject {
            var json: JSONObject = ["member": .string(path), "value": .string(value)]
            json["default"] = initial.map { .string($0) }
            json["help"] = help.map { .string($0) }
            return json
        }
    }

    /// All sections, in the order of the page.
    package static var sections: [Section] {
        sections(of: RiskPredictor.form.shape, "Every predictor") + [
            Section(title: "Policy sets", rows: rows(of: RiskPolicySet.form.shape))
        ]
            + sections(of: RiskCondition.form.shape, "Conditions")
    }

    /// The page, as Markdown.
    package static var markdown: String {
        var lines = [
            "# Declarations of risk", "",
            "This page is written by `gatehouse risk members --markdown`: the members that predictors, policy sets and conditions have in the platform's API,",
            "as the code declares them. Any other member is refused. [risk.md](risk.md) says how scores come about.",
        ]
        for section in sections where !section.rows.isEmpty {
            lines += ["", "## \(section.title)", "", "| Member | Value | Default | |", "| --- | --- | --- | --- |"]
            lines += section.rows.map { row in
                let value = row.value.replacing("|", with: "\\|")
                return "| `\(row.path)` | \(value) | \(row.initial.map { "`\($0)`" } ?? "") | \(row.help ?? "") |"
            }
        }
        return (lines + [""]).joined(separator: "\n")
    }

    private static func sections(of shape: Shape, _ title: String) -> [Section] {
        guard case .variants(let variants) = shape else { return [] }
        let common = ObjectShape(name: variants.name, members: variants.common)
        let word = Row(path: variants.member, value: variants.words.joined(separator: ", "), initial: nil, help: "Required.")
        return [Section(title: title, rows: [word] + rows(of: .object(common)))]
            + variants.variants.map { Section(title: "`\($0.word)`", rows: rows(of: .object($0.own))) }
    }

    /// The members of an object, and those of objects in it.
    private static func rows(of shape: Shape, behind prefix: String = "") -> [Row] {
        guard case .object(let object) = shape else { return [] }
        return object.members.flatMap { member -> [Row] in
            let path = prefix + member.name
            let effect = [member.presence.isRequired ? "Required." : nil, member.help, member.ignored.map { "**No effect:** \($0)." }]
            let help = effect.compactMap(\.self).joined(separator: " ")
            let (inside, words) = content(of: member.shape, at: path)
            let row = Row(path: path, value: words, initial: member.initial?.text, help: help.isEmpty ? nil : help)
            return [row] + inside
        }
    }

    /// The rows of the objects in a value, and the value in words.
    private static func content(of shape: Shape, at path: String) -> ([Row], String) {
        switch shape {
        case .object: return (rows(of: shape, behind: path + "."), "object")
        case .variants: return ([], "condition")
        case .again: return ([], "condition")
        case .list(let element, let count):
            let (inside, words) = content(of: element, at: path + "[]")
            return (inside, "list" + (count.map { " of \($0.lowerBound) to \($0.upperBound)" } ?? "") + ": " + words)
        default: return ([], shape.description)
        }
    }
}
