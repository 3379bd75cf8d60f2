import Foundation
import Primitives
import Testing

@testable import ResourceMessages

@Suite("Shapes by other names")
struct RenamingTests {
    struct House: Shaped, Equatable {
        var owner = ""
        var rooms: [Room] = []
        var built: Date?
        var keys: [String: String] = [:]

        static let shapeName = "House"
        static let members: [Member<Self>] = [
            Member("owner", \.owner, .text(1...8), .required).formerly("landlord", "holder"),
            Member("rooms", \.rooms, .list(.object, count: 0...2)), Member("built", optional: \.built, .time, .readOnly),
            Member("keys", \.keys, .map(.text(1...4), count: 0...2)),
        ]

        func check(_ reading: inout ShapeReading) {
            if owner == "nobody" { reading.refuse(.invalid, "it has an owner", at: "owner") }
        }
    }

    struct Room: Shaped, Equatable {
        var size = 1
        static let shapeName = "Room"
        static let members: [Member<Self>] = [Member("size", \.size, .integer(1...9), .required)]
    }

    static let theirs = Renaming(
        "Building", ["owner": "proprietor", "rooms": .named("chambers", Renaming("Chamber", ["size": "area"])), "built": "builtAt"])
    private static let form = Form<House>.object.renamed(theirs)

    @Test("what is sent by their names is written by them, and is the same value")
    func roundTrip() throws {
        let json: JSONValue = ["proprietor": "ada", "chambers": [["area": 3]], "keys": ["size": "k"]]
        let house = try Self.form.value(of: json)
        #expect(house.owner == "ada" && house.rooms.map(\.size) == [3] && house.keys == ["size": "k"])
        #expect(Self.form.write(house) == json)
        #expect(try House(json: .object(house.json)) == house)
    }

    static let refused: [(JSONValue, ShapeError.Code, String)] = [
        ([:], .missing, "proprietor"), (["proprietor": "ada", "owner": "bea"], .unknownMember, "owner"),
        (["proprietor": "ada", "rooms": []], .unknownMember, "rooms"), (["proprietor": "ada", "colour": 1], .unknownMember, "colour"),
        (["proprietor": "ada", "chambers": [["area": 1], ["area": 10]]], .invalid, "chambers[1].area"),
        (["proprietor": "ada", "chambers": [["size": 1, "area": 1]]], .unknownMember, "chambers[0].size"),
        (["proprietor": "nobody"], .invalid, "proprietor"), (["proprietor": "ada", "keys": ["size": ""]], .invalid, "keys.size"),
        ([], .invalid, ""),
    ]

    @Test("each refusal has its place in what was sent, and our names are none of theirs", arguments: refused)
    func refusals(json: JSONValue, code: ShapeError.Code, target: String) {
        let error = #expect(throws: ShapeError.self) { try Self.form.value(of: json) }
        #expect(error?.problems.first?.code == code && error?.problems.first?.target == target, "\(String(describing: error))")
    }

    @Test("places of a rule that is looked at later are told by their names too, also from within another object")
    func places() {
        #expect(Self.form.place("rooms[2].size") == "chambers[2].area" && Self.form.place("owner") == "proprietor")
        #expect(Self.form.place("keys.size") == "keys.size" && Self.form.place("") == "" && Self.form.place("other.owner") == "other.owner")
        let street = Form<[House]>.list(Self.form, count: 0...9)
        #expect(street.place("owner") == "proprietor")
        let error = ShapeError(.invalid, at: "rooms[0].size", "it is too small")
        #expect(error.moved(Self.form.place).problems.first?.target == "chambers[0].area")
    }

    @Test("the schema has their names")
    func schema() {
        var components = JSONObject()
        #expect(Self.form.shape.schema(&components) == ["$ref": "#/components/schemas/Building"])
        #expect(components["Building"]?["properties"]?.object?.names == ["proprietor", "chambers", "builtAt", "keys"])
        #expect(components["Building"]?["required"]?.strings == ["proprietor"])
        #expect(components["Chamber"]?["properties"]?.object?.names == ["area"])
    }

    @Test("what was stored is read by former names, beyond bounds, with what is only told, and without what is gone")
    func stored() throws {
        let time = "2025-11-30T00:00:00.000Z"
        let house = try House(
            stored: ["holder": "somebody of old", "rooms": [["size": 77], ["size": 1], [:]], "built": .string(time), "chimney": 1])
        #expect(house.owner == "somebody of old" && house.rooms.map(\.size) == [77, 1, 1])
        #expect(house.built.map(Form<Date>.time.write) == .string(time))
        #expect(throws: ShapeError.self) { try house.checked() }
        #expect(throws: ShapeError.self) { try House(stored: ["owner": 7]) }
        #expect(try House(stored: ["owner": "nobody"]).owner == "nobody")
        #expect(try House(json: ["owner": "ada", "built": .string(time)]).built == nil)
        #expect(throws: ShapeError(.unknownMember, at: "", "")) { try House(json: ["owner": "ada", "landlord": "bea"]) }
    }
}
