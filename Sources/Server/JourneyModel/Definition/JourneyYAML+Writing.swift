import Primitives
import Yams

extension JourneyDefinition {
    /// The journey as a YAML file in the short form, which ``init(text:catalogue:)`` reads; what came from AM's files stands in `kept`.
    package func yaml() throws -> String {
        var object = json.object ?? JSONObject()
        object["nodes"] = .object(JSONObject(nodes.map { ($0.id, .object($0.shortForm)) }))
        let node = JourneyYAML.node(.object(object), isInLine: false)
        return try Yams.serialize(node: node, width: -1, allowUnicode: true)
    }
}

extension PlacedNode {
    /// The kind with its settings, then the outcomes; the long form when there is more to say.
    fileprivate var shortForm: JSONObject {
        let long = json.object ?? JSONObject()
        let targets = (long["outcomes"]?.object ?? JSONObject()).members
        let isAmbiguous = targets.contains { $0.name == kind.alias || $0.name == "next" || ["type", "settings"].contains($0.name) }
        guard title == nil, kept.isEmpty, !isAmbiguous else { return long }
        var short: JSONObject = [kind.alias: long["settings"] ?? [:]]
        // In the order in which the node has them, which is the one that people think in.
        for name in node.outcomes { short[name == Outcome.only ? "next" : name] = targets.first { $0.name == name }?.value }
        return short
    }
}

extension JourneyYAML {
    private static let longestLine = 100

    /// A YAML node for a JSON value; what is short stands in one line.
    static func node(_ json: JSONValue, isInLine: Bool) -> Node {
        switch json {
        case .object(let object):
            let flows = isInLine || json.text.count <= longestLine && !object.members.contains { isLarge($0.value) }
            let pairs = object.members.map { (key($0.name), node($0.value, isInLine: flows)) }
            return .mapping(Node.Mapping(pairs, Tag(.map), flows || object.isEmpty ? .flow : .block))
        case .array(let elements):
            let flows = isInLine || json.text.count <= longestLine
            return .sequence(
                Node.Sequence(elements.map { node($0, isInLine: flows) }, Tag(.seq), flows || elements.isEmpty ? .flow : .block))
        case .string(let text): return .scalar(Node.Scalar(text, Tag(.str), style(text)))
        default: return .scalar(Node.Scalar(json.text, Tag(.implicit), .plain))
        }
    }

    private static func isLarge(_ value: JSONValue) -> Bool { value.string?.contains("\n") == true }

    private static func key(_ name: String) -> Node { .scalar(Node.Scalar(name, Tag(.str), style(name))) }

    /// Quotes for texts that would be read as something else, by us or by readers of older YAML.
    private static func style(_ text: String) -> Node.Scalar.Style {
        let others: Set<String> = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        let isPlain = text.utf8.allSatisfy { $0.isPlainInYAML } && text.utf8.first?.isLetter == true && text.utf8.last != UInt8(ascii: " ")
        return isPlain && !others.contains(text.lowercased()) ? .plain : .doubleQuoted
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isPlainInYAML: Bool { isLetter || (0x30...0x39).contains(self) || "-_./ ".utf8.contains(self) }
}
