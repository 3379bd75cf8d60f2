import Primitives
import Yams

/// The places of the parts of a journey in a file's text.
struct JourneyPlaces {
    private let root: Node?

    /// - Parameter text: YAML or JSON; YAML 1.2 reads both.
    init(_ text: String) {
        let isReadable =
            text.utf8.count <= JourneyLimits.file.bytes && !YAMLScan.isDeep(text, limit: JourneyLimits.file.depth)
            && !YAMLScan.hasAlias(text)
        root = isReadable ? try? Yams.compose(yaml: text, .basic) : nil
    }

    /// The line and column of a path, or of as much of it as there is.
    func place(of path: String) -> (line: Int, column: Int)? {
        guard var node = root else { return nil }
        var mark = node.mark
        var rest = path.split(separator: ".")[...]
        while !rest.isEmpty {
            guard let (next, count) = Self.child(of: node, rest) ?? Self.grandchild(of: node, rest) else { break }
            (node, mark) = (next.value, next.mark ?? next.value.mark)
            rest = rest.dropFirst(count)
        }
        return mark.map { ($0.line, $0.column) }
    }

    private struct Child {
        let value: Node
        let mark: Mark?
    }

    /// The member of the longest name that the path begins with: names may have dots in them.
    private static func child(of node: Node, _ path: ArraySlice<Substring>) -> (Child, Int)? {
        if let sequence = node.sequence, let first = path.first, let index = Int(first), sequence.indices.contains(index) {
            return (Child(value: sequence[index], mark: sequence[index].mark), 1)
        }
        guard let mapping = node.mapping else { return nil }
        for count in stride(from: min(path.count, 8), to: 0, by: -1) {
            let name = path.prefix(count).joined(separator: ".")
            if let pair = mapping.first(where: { $0.key.string == name || name == "outcome" && $0.key.string == "next" }) {
                return (Child(value: pair.value, mark: pair.key.mark), count)
            }
        }
        return nil
    }

    /// Settings stand a level deeper than their paths say, beneath the kind or `settings`.
    private static func grandchild(of node: Node, _ path: ArraySlice<Substring>) -> (Child, Int)? {
        guard let mapping = node.mapping else { return nil }
        return mapping.lazy.compactMap { child(of: $0.value, path) }.first
    }
}
