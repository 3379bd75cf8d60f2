public import Primitives

/// Where a value stands in an object: `mail`, `preferences/marketing`. A JSON pointer (RFC 6901) whose first slash may be left out.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
    /// The names from the outermost object inwards; at least one.
    public let names: [String]

    /// How many names a path may have, and how many bytes each.
    public static let (maximumDepth, maximumBytes) = (8, 128)

    /// Reads a pointer; nil when it is empty, too deep or too long, or has a `~` that is no escape.
    public init?(_ text: some StringProtocol) {
        let relative = text.hasPrefix("/") ? String(text.dropFirst()) : String(text)
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...Self.maximumDepth).contains(parts.count) else { return nil }
        let names = parts.compactMap(Self.unescaped)
        guard names.count == parts.count, names.allSatisfy({ (1...Self.maximumBytes).contains($0.utf8.count) }) else { return nil }
        self.names = names
    }

    /// The path of the names up to a depth.
    func prefix(_ depth: Int) -> FieldPath { FieldPath(names: Array(names.prefix(depth))) }

    private init(names: [String]) { self.names = names }

    /// The path without a slash before it: `preferences/marketing`.
    public var description: String {
        names.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
    }

    /// Whether this is `other` or lies in it.
    public func isWithin(_ other: FieldPath) -> Bool { names.starts(with: other.names) }

    /// RFC 6901 §4; nil for another escape.
    private static func unescaped(_ part: Substring) -> String? {
        let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
        guard pieces.dropFirst().allSatisfy({ $0.hasPrefix("0") || $0.hasPrefix("1") }) else { return nil }
        return String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

extension JSONObject {
    /// The value at a path. Setting makes the objects on the way; setting nil removes the value, and objects that are empty then.
    public subscript(path: FieldPath) -> JSONValue? {
        get { Self.value(path.names[...], in: .object(self)) }
        set { set(newValue, at: path.names[...]) }
    }

    private static func value(_ names: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let name = names.first else { return value }
        return value[name].flatMap { Self.value(names.dropFirst(), in: $0) }
    }

    private mutating func set(_ value: JSONValue?, at names: ArraySlice<String>) {
        guard let name = names.first else { return }
        guard names.count > 1 else { return self[name] = value }
        guard value != nil || self[name]?.object != nil else { return }
        var inner = self[name]?.object ?? JSONObject()
        inner.set(value, at: names.dropFirst())
        self[name] = inner.isEmpty ? nil : .object(inner)
    }
}
