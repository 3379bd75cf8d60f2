package import Primitives

/// The differences between two JSON values, in lines for people.
package enum JSONDifference {
    private static let mostLines = 200
    private static let longestValue = 80

    /// A line for each difference, such as `nodes.retries.settings.limit: 3 → 5`.
    package static func lines(from old: JSONValue, to new: JSONValue) -> [String] {
        var lines: [String] = []
        compare(old, new, "", &lines)
        let rest = lines.count - mostLines
        return rest > 0 ? lines.prefix(mostLines) + ["… and \(rest) more"] : lines
    }

    private static func compare(_ old: JSONValue, _ new: JSONValue, _ path: String, _ lines: inout [String]) {
        guard old != new else { return }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            for member in old.members {
                let place = path.isEmpty ? member.name : "\(path).\(member.name)"
                if let value = new[member.name] { compare(member.value, value, place, &lines) } else { lines.append("− \(place)") }
            }
            for member in new.members where old[member.name] == nil {
                lines.append("+ \(path.isEmpty ? "" : path + ".")\(member.name): \(short(member.value))")
            }
        case (.array(let old), .array(let new)) where old.count == new.count:
            for (index, pair) in zip(old, new).enumerated() { compare(pair.0, pair.1, "\(path).\(index)", &lines) }
        default: lines.append("\(path): \(short(old)) → \(short(new))")
        }
    }

    private static func short(_ value: JSONValue) -> String {
        let text = value.string.map { $0.replacing("\n", with: "⏎") } ?? value.text
        return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }
}
