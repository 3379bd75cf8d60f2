public import Primitives

/// One change of an object: an element of the body of `PATCH` in the resource protocol.
///
/// ```json
/// [ { "operation": "replace", "field": "/telephoneNumber", "value": "+44 20 7946 0018" } ]
/// ```
public struct PatchOperation: Sendable, Equatable {
    /// The change made to the field.
    public enum Kind: String, Sendable {
        /// Sets a single value; puts values into a list that don't stand there.
        case add
        /// Takes the field away; with a value, takes this value out of a list.
        case remove
        /// Sets the field.
        case replace
        /// Adds a number to the one that is there.
        case increment
    }

    /// The operation's kind, `operation` on the wire.
    public var kind: Kind
    /// The field that is changed.
    public var field: FieldPath
    /// Only a ``Kind/remove`` may have none.
    public var value: JSONValue?

    /// The number of operations that one patch may have.
    public static let maximumCount = 64

    /// Makes a patch operation of its members, which are taken unchecked. By default `value` is nil.
    public init(_ kind: Kind, _ field: FieldPath, _ value: JSONValue? = nil) {
        self.kind = kind
        self.field = field
        self.value = value
    }

    /// Reads the body of a patch.
    /// - Throws: ``PatchError/Code/malformed`` when it is no array of operations; ``PatchError/Code/tooMany`` when there are more than
    ///   ``maximumCount``.
    public static func list(_ json: JSONValue) throws(PatchError) -> [PatchOperation] {
        guard let elements = json.array else { throw PatchError(.malformed, "a patch is an array of operations") }
        guard elements.count <= maximumCount else {
            throw PatchError(.tooMany, "a patch of \(elements.count) operations; at most \(maximumCount) are taken")
        }
        var operations: [PatchOperation] = []
        for element in elements { operations.append(try PatchOperation(element)) }
        return operations
    }

    init(_ json: JSONValue) throws(PatchError) {
        guard let name = json["operation"]?.string, let kind = Kind(exactly: name) else {
            throw PatchError(.malformed, "an operation is one of add, remove, replace, increment")
        }
        guard let text = json["field"]?.string, let field = FieldPath(text) else {
            throw PatchError(.malformed, "an operation needs the JSON pointer of its field in 'field'")
        }
        let value = json["value"]
        guard kind == .remove || value != nil else { throw PatchError(.malformed, "'\(name)' of \(field) needs a value") }
        guard kind != .increment || value?.number != nil else {
            throw PatchError(.malformed, "'increment' of \(field) needs a number")
        }
        self.init(kind, field, value)
    }

    /// The wire form.
    public var json: JSONValue {
        var object: JSONObject = ["operation": .string(kind.rawValue), "field": .string("/\(field)")]
        object["value"] = value
        return .object(object)
    }
}
