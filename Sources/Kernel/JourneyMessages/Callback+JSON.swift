public import Primitives

extension Callback {
    /// The JSON object of the wire.
    public var json: JSONValue {
        var object: JSONObject = ["type": .string(type.name), "output": .array(output.map(\.json))]
        // A callback that asks nothing has no member `input`: apps read `input?.[0].name`, which an empty array breaks
        // (`docs/protocols/step-protocol.md` 3.2).
        if !input.isEmpty { object["input"] = .array(input.map(\.json)) }
        if let pageIndex { object["_id"] = .integer(Int64(pageIndex)) }
        return .object(object)
    }

    /// Reads the wire form. `input` and `output` may be missing.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no object or has no type; ``JourneyMessageError/Code/tooLarge`` when it
    ///   has more fields than ``StepLimits/fieldsPerCallback``.
    public init(json: JSONValue) throws(JourneyMessageError) {
        guard let object = json.object else { throw JourneyMessageError(.malformed, "a callback is not an object") }
        guard let type = object["type"]?.string, !type.isEmpty else {
            throw JourneyMessageError(.malformed, "a callback has no type")
        }
        self.init(
            CallbackType(type), output: try Self.fields(object["output"], of: type),
            input: try Self.fields(object["input"], of: type), pageIndex: object["_id"]?.integer.flatMap { Int(exactly: $0) })
    }

    private static func fields(_ json: JSONValue?, of type: String) throws(JourneyMessageError) -> [Field] {
        guard let json, json != .null else { return [] }
        guard let elements = json.array else {
            throw JourneyMessageError(.malformed, "input or output of a \(type.prefix(64)) is not an array")
        }
        guard elements.count <= StepLimits.fieldsPerCallback else {
            throw JourneyMessageError(.tooLarge, "a \(type.prefix(64)) with \(elements.count) inputs or outputs")
        }
        var fields: [Field] = []
        for element in elements {
            guard let name = element["name"]?.string else {
                throw JourneyMessageError(.malformed, "an input or output of a \(type.prefix(64)) has no name")
            }
            fields.append(Field(name, element["value"]))
        }
        return fields
    }
}

extension Callback.Field {
    var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object["value"] = value
        return .object(object)
    }
}
