package import Primitives

extension Shape {
    /// The JSON Schema (2020-12) of it. Objects are put among the components, by their names.
    package func schema(_ components: inout JSONObject) -> JSONValue {
        switch self {
        case .flag: return ["type": "boolean"]
        case .integer(let range):
            return ["type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound))]
        case .text(let bounds): return .object(bounds.schema)
        case .choice(let names): return ["type": "string", "enum": .array(names.map(JSONValue.string))]
        case .list(let element, let count):
            return ["type": "array", "items": element.schema(&components), "minItems": count.least, "maxItems": count.most]
        case .map(let element, let count):
            return [
                "type": "object", "additionalProperties": element.schema(&components), "minProperties": count.least,
                "maxProperties": count.most,
            ]
        case .object(let object): return object.reference(&components)
        case .open: return ["type": "object"]
        case .any: return .object(JSONObject())
        }
    }
}

extension Shape.TextBounds {
    fileprivate var schema: JSONObject {
        var schema: JSONObject = ["type": "string", "minLength": length.least, "maxLength": length.most]
        schema["format"] = format.map(JSONValue.string)
        schema["pattern"] = pattern.map(JSONValue.string)
        return schema
    }
}

extension ObjectShape {
    fileprivate func reference(_ components: inout JSONObject) -> JSONValue {
        if components[name] == nil {
            components[name] = .object(JSONObject())  // for one that holds itself
            components[name] = schema(&components)
        }
        return ["$ref": .string("#/components/schemas/" + name)]
    }

    private func schema(_ components: inout JSONObject) -> JSONValue {
        var properties = JSONObject()
        for member in members {
            var schema = member.shape.schema(&components).object ?? JSONObject()
            if !member.presence.isSent { schema["readOnly"] = true }
            if !member.presence.isTold { schema["writeOnly"] = true }
            properties[member.name] = .object(schema)
        }
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        let required = members.filter(\.presence.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }
}

extension ClosedRange<Int> {
    fileprivate var least: JSONValue { .integer(Int64(lowerBound)) }
    fileprivate var most: JSONValue { .integer(Int64(upperBound)) }
}
