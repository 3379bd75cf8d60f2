package import Primitives

/// Placeholders in settings: `&{esv.my.name}`, `&{esv.my.name|default}`, also amid a text, and the typed forms such as
/// `{"$int": "&{esv.my.number|10}"}` (`docs/protocols/journey-nodes.md` 1.4).
package enum Placeholder {
    private static let typed: Set<String> = ["$int", "$number", "$bool", "$list", "$array", "$object", "$string", "$base64:decode"]

    /// Whether a value holds one.
    package static func stands(in json: JSONValue) -> Bool {
        switch json {
        case .string(let text): start(in: text.utf8[...]) != nil
        case .array(let elements): elements.contains(where: stands)
        case .object(let object): object.members.contains { stands(in: $0.value) }
        default: false
        }
    }

    /// The variables that a value names without a default.
    package static func names(in json: JSONValue) -> [String] {
        switch json {
        case .string(let text): found(in: text).filter { $0.fallback == nil }.map(\.name)
        case .array(let elements): elements.flatMap(names)
        case .object(let object): object.members.flatMap { names(in: $0.value) }
        default: []
        }
    }

    /// The value with all of them replaced.
    /// - Parameter variables: their values; nil when that isn't known.
    /// - Throws: ``Unknown``.
    package static func resolve(_ json: JSONValue, _ variables: [String: String]?) throws(Unknown) -> JSONValue {
        switch json {
        case .string(let text): return .string(try resolve(text, variables))
        case .array(let elements):
            var resolved: [JSONValue] = []
            for element in elements { resolved.append(try resolve(element, variables)) }
            return .array(resolved)
        case .object(let object):
            if object.count == 1, let only = object.members.first, typed.contains(only.name), let text = only.value.string {
                return try value(try resolve(text, variables), of: only.name)
            }
            var resolved = JSONObject()
            for member in object.members { resolved[member.name] = try resolve(member.value, variables) }
            return .object(resolved)
        default: return json
        }
    }

    /// The variable that a placeholder names, and that was not set.
    package struct Unknown: Error {
        /// The name of the variable.
        package let name: String
    }

    private static func resolve(_ text: String, _ variables: [String: String]?) throws(Unknown) -> String {
        var (resolved, end) = ("", text.startIndex)
        for placeholder in found(in: text) {
            resolved += text[end..<placeholder.range.lowerBound]
            guard let value = variables?[placeholder.name] ?? placeholder.fallback else { throw Unknown(name: placeholder.name) }
            resolved += value
            end = placeholder.range.upperBound
        }
        return resolved + text[end...]
    }

    /// A placeholder in a text.
    private struct Found {
        let range: Range<String.Index>
        /// The name of the variable.
        let name: String
        /// The default; nil for none.
        let fallback: String?
    }

    /// The placeholders of a text, which are found by their bytes: each node of each journey is searched.
    private static func found(in text: String) -> [Found] {
        var (found, rest) = ([Found](), text.utf8[...])
        while let start = Self.start(in: rest) {
            let content = rest[start...].dropFirst(2)
            guard let end = content.firstIndex(of: UInt8(ascii: "}")) else { break }
            let parts = content[..<end].split(separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
            rest = content[end...].dropFirst()
            let texts = parts.map { String(Substring($0)) }
            found.append(Found(range: start..<rest.startIndex, name: texts[0], fallback: texts.count == 2 ? texts[1] : nil))
        }
        return found
    }

    /// The place of the first `&{`.
    private static func start(in bytes: Substring.UTF8View) -> String.Index? {
        var rest = bytes
        while let sign = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[sign...].dropFirst()
            if rest.first == UInt8(ascii: "{") { return sign }
        }
        return nil
    }

    /// A typed form's value; a text that is none of its type stays one, for the setting to refuse.
    private static func value(_ text: String, of type: String) throws(Unknown) -> JSONValue {
        switch type {
        case "$int", "$number", "$bool", "$object": return (try? JSONValue(parsing: text)) ?? .string(text)
        case "$list", "$array":
            if let list = try? JSONValue(parsing: text), list.array != nil { return list }
            return .array(text.split(separator: ",").map { .string(String($0)) })
        default: return .string(text)
        }
    }
}

extension JourneyReader {
    /// The value to read for a setting. Nil when it holds a placeholder that can't be resolved: that is a problem only when the
    /// variables are known.
    package mutating func resolved<Node>(_ value: JSONValue, of setting: NodeSetting<Node>, at path: String) -> JSONValue? {
        guard !setting.isVerbatim, Placeholder.stands(in: value) else { return value }
        placeholders[setting.name] = value
        do { return try Placeholder.resolve(value, variables) } catch {
            if variables != nil { object(path, "the realm has no variable \(error.name.prefix(64)); set it among scriptVariables") }
            return nil
        }
    }
}
