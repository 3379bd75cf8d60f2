package import Primitives

extension Shape {
    /// The JSON Schema (2020-12) of it. Objects are put among the components, by their names.
    package func schema(_ components: inout JSONObject) -> JSONValue {
        written { $0.reference(&components) }
    }

    /// The JSON Schema (2020-12) of it, whole. `x-names` says what a text has to be the name of, `x-unit` the unit of a number.
    package var schema: JSONObject { written(\.schema).object ?? JSONObject() }

    fileprivate func written(_ write: (NamedShape) -> JSONValue) -> JSONValue {
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
        case .object(let object): write(.object(object))
        case .variants(let variants): write(.variants(variants))
        case .again(let name): write(.again(name))
        case .open: ["type": "object"]
        case .any: .object(JSONObject())
        case .nullable(let shape): ["anyOf": [shape.written(write), ["type": "null"]]]
        case .called(_, let shape), .naming(_, let shape): shape.written(write)
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

/// A shape that stands among the components of a document by its name.
private enum NamedShape {
    case object(ObjectShape)
    case variants(VariantShape)
    /// One in which this stands.
    case again(String)

    private var name: String {
        switch self {
        case .object(let object): object.name
        case .variants(let variants): variants.name
        case .again(let name): name
        }
    }

    /// The schema, whole: what stands in itself is any object.
    var schema: JSONValue {
        switch self {
        case .object(let object): .object(object.schema)
        case .variants(let variants): ["oneOf": .array(variants.objects.map { .object($0.schema) })]
        case .again: ["type": "object"]
        }
    }

    func reference(_ components: inout JSONObject) -> JSONValue {
        if components[name] == nil {
            components[name] = .object(JSONObject())  // for one that holds itself
            components[name] = component(&components)
        }
        return Self.reference(to: name)
    }

    private func component(_ components: inout JSONObject) -> JSONValue {
        switch self {
        case .object(let object): return .object(object.written { $0.reference(&components) })
        case .variants(let variants):
            let references = variants.objects.map { NamedShape.object($0).reference(&components) }
            let words = zip(variants.words, references).map { ($0, $1["$ref"] ?? .null) }
            return [
                "oneOf": .array(references),
                "discriminator": ["propertyName": .string(variants.member), "mapping": .object(JSONObject(words))],
            ]
        case .again: return ["type": "object"]
        }
    }

    private static func reference(to name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }
}

extension ObjectShape {
    /// The JSON Schema (2020-12) of it, whole.
    package var schema: JSONObject { written(\.schema) }

    fileprivate func written(_ write: (NamedShape) -> JSONValue) -> JSONObject {
        var properties = JSONObject()
        for member in members { properties[member.name] = .object(member.written(write)) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
        let required = members.filter(\.presence.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }
}

extension ObjectShape.Member {
    fileprivate func written(_ write: (NamedShape) -> JSONValue) -> JSONObject {
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
