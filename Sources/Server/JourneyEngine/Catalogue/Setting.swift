import Primitives

/// One setting of a kind of node, tied to the stored property that holds it.
struct Setting<Node>: Sendable {
    let name: String
    /// What may be set, in words: `text`, `number 1 to 100`, `LOCK or UNLOCK`.
    let form: String
    let help: String
    let isRequired: Bool
    /// Sets the node's property from a file's value.
    let read: @Sendable (inout Node, JSONValue, inout JourneyReader, String) -> Void
    /// The property's value for a file.
    let write: @Sendable (Node) -> JSONValue
}

extension Setting {
    /// A setting of a simple kind.
    init<Value: SettingValue>(
        _ name: String, _ property: any WritableKeyPath<Node, Value> & Sendable, required: Bool = false, _ help: String
    ) {
        self.init(name: name, form: Value.form, help: help, isRequired: required) { node, json, reader, path in
            guard let value = Value(setting: json) else { return reader.object(path, "expected \(Value.form)") }
            node[keyPath: property] = value
        } write: { node in
            node[keyPath: property].setting
        }
    }

    /// A whole number within bounds.
    init(_ name: String, _ property: any WritableKeyPath<Node, Int> & Sendable, in range: ClosedRange<Int>, _ help: String) {
        let form = "number \(range.lowerBound) to \(range.upperBound)"
        self.init(name: name, form: form, help: help, isRequired: false) { node, json, reader, path in
            guard let value = Int(setting: json), range.contains(value) else { return reader.object(path, "expected \(form)") }
            node[keyPath: property] = value
        } write: { node in
            node[keyPath: property].setting
        }
    }
}
