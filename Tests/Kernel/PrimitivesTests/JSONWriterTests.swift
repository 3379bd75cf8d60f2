import Foundation
import Primitives
import Testing

@Suite("RFC 8259: writing JSON")
struct JSONWriterTests {
    static let comparable = JSONReaderTests.accepted.map(\.1).filter { $0 != "\0" && ($0.integer == nil || $0.isInteger) }

    @Test("what is read is written again", arguments: JSONReaderTests.accepted.map(\.1))
    func roundTrip(_ value: JSONValue) throws {
        #expect(try JSONValue(parsing: value.encoded) == value)
    }

    @Test("compact, with the required escapes only")
    func compact() {
        let value: JSONValue = ["a": [1, 2.5, nil, true], "b\"\\": "/\n\r\t\u{1}\u{1f}é"]
        #expect(value.text == #"{"a":[1,2.5,null,true],"b\"\\":"/\n\r\t\u0001\u001fé"}"#)
    }

    // It takes a whole number for an integer however it is written, and has no NUL in strings.
    @Test("each character of a byte or two is written and read at each place of texts of any length", arguments: 0..<20)
    func places(_ length: Int) throws {
        for scalar in (0..<0x180).compactMap(Unicode.Scalar.init) {
            for place in 0...length {
                let text = String(repeating: "a", count: place) + String(Character(scalar)) + String(repeating: "~", count: length - place)
                let written = JSONValue.string(text).encoded
                #expect(try JSONValue(parsing: written) == .string(text))
                #expect(written.dropFirst().dropLast().allSatisfy { $0 >= 0x20 })
                #expect(written.contains(UInt8(ascii: "\\")) == (scalar.value < 0x20 || scalar == "\"" || scalar == "\\"))
                let raw = [UInt8(ascii: "\"")] + Array(text.utf8) + [UInt8(ascii: "\"")]
                let isText = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
                #expect(((try? JSONValue(parsing: raw)) == .string(text)) == isText)
            }
        }
    }

    @Test("Foundation reads the same", arguments: comparable)
    func foundation(_ value: JSONValue) throws {
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(JSONValue.array([value]).encoded)) == [value])
    }

    @Test("through Codable")
    func codable() throws {
        struct Point: Codable, Equatable { var x: Int, name: String? }
        let value = try JSONValue(encoding: Point(x: 3, name: "p"))
        #expect(value == ["x": 3, "name": "p"])
        #expect(try value.decode(Point.self) == Point(x: 3, name: "p"))
    }
}

@Suite("JSONObject")
struct JSONObjectTests {
    @Test("members are set, replaced and removed in place")
    func members() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        object["missing"] = nil
        #expect(object.names == ["a", "c"])
        #expect(object["a"] == 3)
        #expect(object.count == 2 && !object.isEmpty)
    }

    @Test("equality looks past the order")
    func equality() {
        let one: JSONObject = ["a": 1, "b": 2]
        #expect(one == ["b": 2, "a": 1])
        #expect(one != ["a": 1])
        #expect(one != ["a": 1, "b": 3])
        #expect(one != ["a": 1, "c": 2])
    }

    @Test("many members are as few: the last of a name counts, in the place of the first; names are told apart by their bytes")
    func many() {
        let pairs = (0..<3000).map { ("a\($0)", JSONValue.integer(Int64($0))) }
        let doubled = JSONObject(pairs + [("a7", "last"), ("\u{E9}", 1), ("e\u{301}", 2)])
        #expect(doubled.count == 3002 && doubled["a7"] == "last" && doubled.names[7] == "a7")
        #expect(doubled["\u{E9}"] == 1 && doubled["e\u{301}"] == 2)
        let (there, back) = (JSONObject(pairs), JSONObject(pairs.reversed()))
        #expect(there == back && there != JSONObject(pairs.dropLast() + [("a2999", 0)]))
        #expect(there != JSONObject(pairs.dropLast() + [("b", 2999)]))
    }

    @Test("values by type")
    func accessors() {
        let value: JSONValue = ["s": "x", "i": 3, "d": 3.5, "w": .number(3), "b": true, "l": ["a", "b"], "m": ["a", 1]]
        #expect(value["s"]?.string == "x" && value["s"]?.integer == nil)
        #expect(value["i"]?.integer == 3 && value["i"]?.number == 3)
        #expect(value["d"]?.integer == nil && value["d"]?.number == 3.5)
        #expect(value["w"]?.integer == 3)
        #expect(value["b"]?.bool == true)
        #expect(value["l"]?.strings == ["a", "b"] && value["m"]?.strings == nil && value["s"]?.strings == nil)
        #expect(value["none"] == nil && JSONValue.null["x"] == nil)
    }
}

extension JSONValue {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
