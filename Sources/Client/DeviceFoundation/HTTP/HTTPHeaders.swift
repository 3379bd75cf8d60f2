import Primitives

/// The header fields of a request or an answer, in order, with case-insensitive names.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// A field: its name and value.
    public typealias Field = (name: String, value: String)

    /// The fields in order.
    public private(set) var fields: [Field]

    /// Makes a list of fields, kept as given.
    public init(_ fields: [Field] = []) { self.fields = fields }
    public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map { ($0.0, $0.1) } }

    /// The first value of a name. Setting replaces all of them; setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// All values of a name, in order.
    public func all(_ name: String) -> [String] { fields.filter { Self.same($0.name, name) }.map(\.value) }

    /// Adds a field, keeping those of the same name.
    public mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    public static func == (left: Self, right: Self) -> Bool {
        left.fields.count == right.fields.count
            && zip(left.fields, right.fields).allSatisfy { same($0.name, $1.name) && $0.value == $1.value }
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
