package import Primitives

extension Shape {
    /// The JSON Schema (2020-12) of it. Objects are put among the components, by their names.
    package func schema(_ components: inout JSONObject) -> JSONValue {
        written { $0.reference(&components) }
    }

    /// The JSON Schema (2020-12) of it, whole. `x-names` says what a text has to be the name of, `x-unit` the unit of a number.
    package var schema: JSONObject { written { .object($0.schema) }.object ?? JSONObject() }

    fileprivate func written(_ write: (ObjectShape) -> JSONValue) -> JSONValue {
        switch self {
        case .flag: ["type": "boolean"]
        case .integer(let range, let unit): .object(Self.number(range, unit))
        case .measure: ["type": "number", "minimum": 0]
        case .text(let bounds), .secret(let bounds): .object(bounds.schema)
        case .localizedText: ["anyOf": [Self.text.written(write), Self.texts.written(write)]]
        case .choice(let names): ["type": "string", "enum": .array(names.map(JSONValue.string))]
        case .name(let referent, _): ["type": "string", "x-names": .string(referent.rawValue)]
        case .list(let element, let count):
            .object(Self.bounded(["type": "array", "items": element.written(write)], count, "Items"))
        case .map(let element, let count):
            .object(Self.bounded(["type": "object", "additionalProperties": element.written(write)], count, "Properties"))
        case .object(let object): write(object)
        case .open: ["type": "object"]
        case .any: .object(JSONObject())
        case .nullable(let shape): ["anyOf": [shape.written(write), ["type": "null"]]]
        case .called(_, let shape): shape.written(write)
        }
    }

    private static func number(_ range: ClosedRange<Int>?, _ unit: Unit?) -> JSONObject {
        var schema: JSONObject = ["type": "integer"]
        schema["minimum"] = range?.least
        schema["maximum"] = range?.most
        schema["x-unit"] = unit.map { .string($0.rawValue) }
        return schema
    }

    private static func bounded(_ schema: JSONObject, _ count: ClosedRange<Int>?, _ things: String) -> JSONObject {
        var schema = schema
        schema["min" + things] = count?.least
        schema["max" + things] = count?.most
        return schema
    }
}

extension Shape.TextBounds {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "string"]
        schema["minLength"] = length?.least
        schema["maxLength"] = length?.most
        schema["format"] = format.map(JSONValue.string)
        schema["pattern"] = pattern.map(JSONValue.string)
        return schema
    }
}

extension ObjectShape {
    /// The JSON Schema (2020-12) of it, whole.
    package var schema: JSONObject { written { .object($0.schema) } }

    fileprivate func reference(_ components: inout JSONObject) -> JSONValue {
        if components[name] == nil {
            components[name] = .object(JSONObject())  // for one that holds itself
            components[name] = .object(written { $0.reference(&components) })
        }
        return ["$ref": .string("#/components/schemas/" + name)]
    }

    private func written(_ write: (ObjectShape) -> JSONValue) -> JSONObject {
        var properties = JSONObject()
        for member in members { properties[member.name] = .object(member.written(write)) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        let required = members.filter(\.presence.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }
}

extension ObjectShape.Member {
    fileprivate func written(_ write: (ObjectShape) -> JSONValue) -> JSONObject {
        var schema = shape.written(write).object ?? JSONObject()
        if !presence.isSent { schema["readOnly"] = true }
        if !presence.isTold { schema["writeOnly"] = true }
        schema["description"] = (help ?? ignored.map { "ignored: \($0)" }).map(JSONValue.string)
        schema["default"] = initial
        return schema
    }
}

extension ClosedRange<Int> {
    fileprivate var least: JSONValue { .integer(Int64(lowerBound)) }
    fileprivate var most: JSONValue { .integer(Int64(upperBound)) }
}
