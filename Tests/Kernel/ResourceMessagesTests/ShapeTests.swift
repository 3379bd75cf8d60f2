import Foundation
import Primitives
import Testing

@testable import ResourceMessages

@Suite("Shapes of JSON")
struct ShapeTests {
    struct Lamp: Shaped, Equatable {
        var name = ""
        var watts = 40
        var colour: Colour?
        var shade: Shade?
        var switches: [String] = []
        var key: Secret?

        enum Colour: String, CaseIterable { case red, green }

        static let shapeName = "Lamp"
        static let members: [Member<Self>] = [
            Member("name", \.name, .text(1...8), .required), Member("watts", \.watts, .integer(1...100)),
            Member("colour", optional: \.colour, .choice), Member("shade", optional: \.shade, .object),
            Member("switches", \.switches, .set(.text(1...4), count: 0...2)),
            Member("key", optional: \.key, .secret(1...16), .writeOnly), Member(told: "id", .integer(0...9)) { _ in 7 },
        ]
    }

    struct Shade: Shaped, Equatable {
        var made: Date?
        static let shapeName = "Shade"
        static let members: [Member<Self>] = [Member("made", optional: \.made, .time)]
    }

    @Test("what is told is what was sent, with what only the server knows, and without what only the client sends")
    func roundTrip() throws {
        let json: JSONValue = [
            "name": "a", "colour": "red", "shade": ["made": "2025-11-30T00:00:00.000Z"], "switches": ["x"], "key": "s3cret", "id": 3,
        ]
        let lamp = try Lamp(json: json)
        #expect(lamp.watts == 40 && lamp.colour == .red && lamp.key == Secret("s3cret"))
        #expect(
            lamp.json == [
                "name": "a", "watts": 40, "colour": "red", "shade": ["made": "2025-11-30T00:00:00.000Z"], "switches": ["x"], "id": 7,
            ])
    }

    @Test("every millisecond is read as it was written")
    func times() throws {
        for millisecond in 0..<1000 {
            let date = Date(timeIntervalSince1970: 1_795_000_000 + Double(millisecond) / 1000)
            let json = Form<Date>.time.write(date)
            #expect(json.string?.hasSuffix("." + String(String(1000 + millisecond).suffix(3)) + "Z") == true)
            #expect(try Form<Date>.time.write(Form<Date>.time.value(of: json)) == json)
        }
    }

    @Test("null is as if it weren't there")
    func null() throws {
        #expect(try Lamp(json: ["name": "a", "colour": nil, "watts": nil]).watts == 40)
        #expect(throws: ShapeError(.missing, at: "", "")) { try Lamp(json: ["name": nil]) }
    }

    static let refused: [(JSONValue, ShapeError.Code, String)] = [
        ([:], .missing, "name"), (["name": ""], .invalid, "name"), (["name": "123456789"], .invalid, "name"),
        (["name": "a\u{7}"], .invalid, "name"), (["name": "a", "watts": 0], .invalid, "watts"),
        (["name": "a", "watts": 1.5], .invalid, "watts"),
        (["name": "a", "watts": 101], .invalid, "watts"), (["name": "a", "colour": "blue"], .invalid, "colour"),
        (["name": "a", "size": 3], .unknownMember, "size"), (["name": "a", "shade": []], .invalid, "shade"),
        (["name": "a", "shade": ["made": "2025-11-30"]], .invalid, "shade.made"),
        (["name": "a", "shade": ["made": "2025-13-30T00:00:00.000Z"]], .invalid, "shade.made"),
        (["name": "a", "shade": ["maker": 1]], .unknownMember, "shade.maker"),
        (["name": "a", "switches": ["x", 1]], .invalid, "switches[1]"),
        (["name": "a", "switches": ["x", "x"]], .invalid, "switches"), (["name": "a", "switches": ["x", "y", "z"]], .invalid, "switches"),
        ([], .invalid, ""), (nil, .invalid, ""),
    ]

    @Test("each refusal names the place", arguments: refused)
    func refusals(json: JSONValue, code: ShapeError.Code, target: String) {
        let error = #expect(throws: ShapeError.self) { try Lamp(json: json) }
        #expect(error?.problems.first?.code == code && error?.problems.first?.target == target)
    }

    @Test("all problems are told, up to a bound")
    func many() throws {
        let error = #expect(throws: ShapeError.self) { try Lamp(json: ["watts": 0, "colour": "blue"]) }
        #expect(error?.problems.map(\.target) == ["name", "watts", "colour"])
        #expect(error?.problems[1].range == 1...100 && error?.problems[2].allowed == ["red", "green"])
        let noise = JSONValue.object(JSONObject((0..<100).map { ("x\($0)", 1) }))
        let flood = #expect(throws: ShapeError.self) { try Lamp(json: noise) }
        #expect(flood?.problems.count == 20)
    }

    @Test("the schema says the same as the reader")
    func schema() {
        var components = JSONObject()
        #expect(Lamp.form.shape.schema(&components) == ["$ref": "#/components/schemas/Lamp"])
        let lamp = components["Lamp"] ?? .null
        let properties = lamp["properties"]?.object ?? JSONObject()
        #expect(lamp["required"]?.strings == ["name"] && lamp["additionalProperties"]?.bool == false)
        let expected: JSONObject = [
            "watts": ["type": "integer", "minimum": 1, "maximum": 100], "colour": ["type": "string", "enum": ["red", "green"]],
            "shade": ["$ref": "#/components/schemas/Shade"],
        ]
        for member in expected.members { #expect(properties[member.name] == member.value) }
        #expect(components["Shade"] != nil)
        #expect(properties["id"]?["readOnly"]?.bool == true && properties["key"]?["writeOnly"]?.bool == true)
    }
}
