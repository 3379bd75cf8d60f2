public import Primitives

/// The place of a value in an object: `mail`, `preferences/marketing`. A JSON pointer (RFC 6901) whose first slash may be left out.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
    /// The names from the outermost object inwards; at least one.
    public let names: [String]

    /// The number of names that a path may have, and of bytes in each.
    public static let (maximumDepth, maximumBytes) = (8, 128)

    /// Reads a pointer; nil when it is empty, too deep or too long, or has a `~` that is no escape.
    public init?(_ text: some StringProtocol) {
        // By code points: a slash before a combining mark is a slash, though Swift's characters take the two for one.
        let scalars = Array(text.unicodeScalars)
        let relative = scalars.first == "/" ? scalars.dropFirst() : scalars[...]
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
        let names = parts.compactMap(Self.unescaped)
        guard names.count == parts.count else { return nil }
        self.init(names: names)
    }

    /// A path of names; nil when there are none or too many, or one is empty or too long.
    public init?(names: [String]) {
        guard (1...Self.maximumDepth).contains(names.count) else { return nil }
        guard names.allSatisfy({ (1...Self.maximumBytes).contains($0.utf8.count) }) else { return nil }
        self.names = names
    }

    /// The path of the names up to a depth, of one at least.
    func prefix(_ depth: Int) -> FieldPath { FieldPath(names: Array(names.prefix(max(1, depth)))) ?? self }

    /// The path without a slash before it: `preferences/marketing`.
    public var description: String { names.map { $0.escaping(["~": "~0", "/": "~1"]) }.joined(separator: "/") }

    /// Whether this is `other` or lies in it.
    public func isWithin(_ other: FieldPath) -> Bool { names.starts(with: other.names) }

    /// RFC 6901 §4; nil for another escape.
    private static func unescaped(_ part: ArraySlice<Unicode.Scalar>) -> String? {
        let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
        var name = String.UnicodeScalarView(pieces.first ?? [])
        for piece in pieces.dropFirst() {
            guard let escaped: Unicode.Scalar = piece.first == "0" ? "~" : piece.first == "1" ? "/" : nil else { return nil }
            name.append(escaped)
            name.append(contentsOf: piece.dropFirst())
        }
        return String(name)
    }
}

extension String {
    /// The text with each of some code points written otherwise, whatever stands beside it.
    package func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let escape = escapes[scalar] { text += escape } else { text.unicodeScalars.append(scalar) }
        }
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
