import Primitives
import Testing

@testable import ResourceMessages

@Suite("Shapes of settings")
struct ShapeDescriptionTests {
    static let shapes: [(Shape, words: String, schema: JSONObject, right: [JSONValue], wrong: [JSONValue])] = [
        (.flag, "true or false", ["type": "boolean"], [true], ["true", 1, nil]),
        (.number(), "number", ["type": "integer"], [-3, 0], [1.5, "1"]),
        (.number(1...5), "number 1 to 5", ["type": "integer", "minimum": 1, "maximum": 5], [1, 5], [0, 6, 99_999_999_999_999_999]),
        (
            .seconds(1...600), "seconds, 1 to 600", ["type": "integer", "minimum": 1, "maximum": 600, "x-unit": "s"], [1, 600],
            [0, 601]
        ),
        (.measure, "number", ["type": "number", "minimum": 0], [0, 2.5], [-1, "2"]),
        (.text, "text", ["type": "string"], ["", "a\nb"], [1, nil]),
        (
            .text(.init(length: 1...3)), "text of 1 to 3 characters", ["type": "string", "minLength": 1, "maxLength": 3], ["a"],
            ["", "abcd", "a\u{7}"]
        ),
        (.choice(["a", "b"]), "a or b", ["type": "string", "enum": ["a", "b"]], ["a"], ["c", 1]),
        (
            .localizedText, "text, or texts by language",
            ["anyOf": [["type": "string"], ["type": "object", "additionalProperties": ["type": "string"]]]], ["a", ["de": "b"]],
            [["de": 1], 1]
        ),
        (.name(of: .attribute), "name of an attribute", ["type": "string", "x-names": "attribute"], ["mail"], [[]]),
        (
            .list(.name(of: .journey)), "list of names of journeys",
            ["type": "array", "items": ["type": "string", "x-names": "journey"]], [[], ["a"]], [[1], "a"]
        ),
        (.list(.text), "list of texts", ["type": "array", "items": ["type": "string"]], [["a"]], [[1]]),
        (
            .list(.flag, count: 1...2), "list of true or false",
            ["type": "array", "items": ["type": "boolean"], "minItems": 1, "maxItems": 2],
            [[true]], [[], [true, true, true]]
        ),
        (.texts, "map of texts", ["type": "object", "additionalProperties": ["type": "string"]], [[:], ["a": "b"]], [["a": 1], []]),
        (.open, "map", ["type": "object"], [["a": 1]], ["a"]), (.any, "any value", JSONObject(), [nil, 1], []),
        (.secret(.init(length: 1...3, isLong: true)), "secret", ["type": "string", "minLength": 1, "maxLength": 3], ["a"], ["abcd"]),
        (.called("a condition", .open), "a condition", ["type": "object"], [[:]], [1]),
        (
            .object(
                ObjectShape(
                    name: "Lamp",
                    members: [
                        .init(name: "watts", shape: .number(1...9), presence: .required, help: "The power.", initial: 5)
                    ])), "watts",
            [
                "type": "object",
                "properties": ["watts": ["type": "integer", "minimum": 1, "maximum": 9, "description": "The power.", "default": 5]],
                "additionalProperties": false, "required": ["watts"],
            ], [["watts": 1]], [[:], ["watts": 0], ["watts": 1, "volts": 2], []]
        ),
    ]

    @Test("are told in words and as JSON Schema, and take what these say", arguments: shapes.indices)
    func told(_ index: Int) {
        let (shape, words, schema, right, wrong) = Self.shapes[index]
        #expect(shape.description == words)
        #expect(shape.schema == schema)
        for json in right { #expect(shape.problem(with: json) == nil, "\(json.text)") }
        for json in wrong { #expect(shape.problem(with: json) == "expected \(words)", "\(json.text)") }
    }

    @Test("a stored value counts by its type alone")
    func stored() {
        var reading = ShapeReading(isStored: true)
        Shape.number(1...5).check(9, &reading)
        Shape.list(.number(1...5), count: 1...1).check([9, 9], &reading)
        #expect(reading.problems.isEmpty)
        Shape.number(1...5).check("9", &reading)
        #expect(reading.problems.count == 1)
    }
}
