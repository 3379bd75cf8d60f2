import Primitives
import Yams

/// YAML as far as a journey's file needs it: maps, lists and scalars.
///
/// Aliases are refused, since a short text can stand for an endless one by them; so are tags, and nesting so deep that the
/// parser would run out of stack. An unquoted `yes`, `no`, `on` or `off` is a text, as in YAML 1.2.
enum JourneyYAML {
    /// The JSON value of a YAML text.
    static func json(_ text: String) throws(JourneyDefinitionError) -> JSONValue {
        guard text.utf8.count <= JourneyLimits.file.bytes else { throw refusal("longer than \(JourneyLimits.file.bytes) bytes") }
        guard !YAMLScan.isDeep(text, limit: JourneyLimits.file.depth) else { throw refusal("nested too deeply") }
        guard !YAMLScan.hasAlias(text) else { throw refusal("aliases are not allowed: write the value out") }
        let root: Node?
        do { root = try Yams.compose(yaml: text, .basic) } catch { throw refusal("not YAML: \(error)") }
        guard let root else { throw refusal("the file is empty") }
        var budget = JourneyLimits.file.values
        return try value(root, "", &budget)
    }

    private static func value(_ node: Node, _ path: String, _ budget: inout Int) throws(JourneyDefinitionError) -> JSONValue {
        budget -= 1
        guard budget >= 0 else { throw refusal("more than \(JourneyLimits.file.values) values") }
        switch node {
        case .scalar(let scalar):
            // An escape in quotes may make what the file's text doesn't hold.
            guard scalar.string.isStreamSafe else { throw refusal("a text has too many marks in a row", at: path) }
            return self.scalar(scalar)
        case .sequence(let elements):
            var values: [JSONValue] = []
            for (index, element) in elements.enumerated() { values.append(try value(element, "\(path).\(index)", &budget)) }
            return .array(values)
        case .mapping(let pairs):
            var object = JSONObject()
            for (key, element) in pairs {
                guard case .scalar(let name) = key, name.string.isStreamSafe else { throw refusal("a map's key is a text", at: path) }
                guard object[name.string] == nil else { throw refusal("stands there twice", at: join(path, name.string)) }
                object[name.string] = try value(element, join(path, name.string), &budget)
            }
            return .object(object)
        case .alias: throw refusal("aliases are not allowed: write the value out", at: path)
        }
    }

    /// YAML 1.2's core schema, for scalars without quotes.
    private static func scalar(_ scalar: Node.Scalar) -> JSONValue {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
        switch text {
        case "", "~", "null": return .null
        case "true": return true
        case "false": return false
        // YAML allows a plus sign where JSON doesn't.
        default:
            let signed = text.hasPrefix("+") ? Int64(decimal: text.dropFirst(), leadingZeros: true) : Int64(text)
            return signed.map(JSONValue.integer) ?? number(text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// A number with a fraction or an exponent, as JSON has it.
    private static func number(_ text: String) -> Double? {
        // The expression is slow, and most texts begin otherwise.
        guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first),
            text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
        else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private static func refusal(_ reason: String, at path: String = "") -> JourneyDefinitionError {
        JourneyDefinitionError(problems: [JourneyProblem(path.hasPrefix(".") ? String(path.dropFirst()) : path, reason)])
    }
}
