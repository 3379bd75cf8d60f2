import Primitives
import Testing

@testable import ResourceMessages

@Suite("Objects whose members depend on their type")
struct VariantTests {
    /// A figure that is drawn, whose type says which members it has; a group has figures.
    indirect enum Figure: Sendable, Equatable {
        case circle(Circle)
        case group([Figure])

        static let form: Form<Figure> = .variants(
            "Figure", from: { .group([]) }, at: \.self,
            [
                Variant("CIRCLE", Circle.form, wrap: Figure.circle) { if case .circle(let circle) = $0 { circle } else { nil } },
                Variant("GROUP", several, wrap: Figure.group) { if case .group(let all) = $0 { all } else { nil } },
            ])

        private static let several: Form<[Figure]> = .object(
            "Group", [Member("figures", \.self, .list(inside, count: 0...3), .required)], from: { [] })

        private static let inside: Form<Figure> = Form(.again("Figure")) {
            form.read($0, &$1)
        } write: {
            form.write($0)
        }
    }

    struct Circle: Shaped, Equatable {
        var radius = 1

        static let shapeName = "Circle"
        static let members: [Member<Self>] = [
            Member("radius", \.radius, .integer(1...9)).saying("Its size.", tellsInitial: true),
            Member(ignored: "fill", .flag, because: "nothing is filled"),
        ]
    }

    /// A picture with a title, whatever it shows.
    struct Picture: Sendable, Equatable {
        var title = ""
        var figure = Figure.group([])

        static let form: Form<Picture> = .variants(
            "Picture", by: "shows", common: [Member("title", \.title, .text(1...8), .required)], from: { Picture() }, at: \.figure,
            [
                Variant("CIRCLE", Circle.form, wrap: Figure.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
            ])
    }

    @Test("are read and written by the members of their type")
    func roundTrip() throws {
        let json: JSONValue = ["type": "GROUP", "figures": [["type": "CIRCLE", "radius": 4], ["type": "GROUP", "figures": []]]]
        let figure = try Figure.form.value(of: json)
        #expect(figure == .group([.circle(Circle(radius: 4)), .group([])]))
        #expect(Figure.form.write(figure) == json)
        let picture = try Picture.form.value(of: ["title": "Sun", "shows": "CIRCLE", "radius": 2, "fill": true])
        #expect(picture == Picture(title: "Sun", figure: .circle(Circle(radius: 2))))
        #expect(Picture.form.write(picture) == ["title": "Sun", "shows": "CIRCLE", "radius": 2])
    }

    @Test(
        "a member of another type, a type that isn't known and what is missing are refused by their places",
        arguments: [
            (["type": "CIRCLE", "figures": []], "figures"), (["type": "GROUP", "figures": [], "radius": 1], "radius"),
            (["type": "GROUP", "figures": [["type": "CIRCLE", "radius": 10]]], "figures[0].radius"),
            (["type": "GROUP"], "figures"), (["type": "SQUARE"], "type"), ([:], "type"), ("CIRCLE", ""),
            (["type": "CIRCLE", "fill": 1], "fill"),
        ] as [(JSONValue, String)])
    func refused(_ json: JSONValue, _ place: String) {
        var reading = ShapeReading()
        #expect(Figure.form.read(json, &reading) == nil)
        #expect(reading.problems.map(\.target) == [place])
    }

    @Test("the shape alone refuses the same, but for what stands in itself")
    func checked() {
        #expect(Figure.form.shape.problem(with: ["type": "CIRCLE", "radius": 9]) == nil)
        #expect(Figure.form.shape.problem(with: ["type": "CIRCLE", "figures": []]) != nil)
        #expect(Figure.form.shape.problem(with: ["type": "GROUP", "figures": [["type": "SQUARE"]]]) == nil)
    }

    @Test("what was stored is read without members that nothing knows any more")
    func stored() throws {
        #expect(try Figure.form.value(stored: ["type": "CIRCLE", "radius": 10, "edge": 1]) == .circle(Circle(radius: 10)))
    }

    @Test("a document has a component for each type, and one that chooses among them")
    func schema() {
        var components = JSONObject()
        let reference: JSONValue = ["$ref": "#/components/schemas/Figure"]
        #expect(Figure.form.shape.schema(&components) == reference)
        #expect(Set(components.names) == ["Figure", "Circle", "Group"])
        #expect(
            components["Figure"] == [
                "oneOf": [["$ref": "#/components/schemas/Circle"], ["$ref": "#/components/schemas/Group"]],
                "discriminator": [
                    "propertyName": "type",
                    "mapping": ["CIRCLE": "#/components/schemas/Circle", "GROUP": "#/components/schemas/Group"],
                ],
            ])
        #expect(components["Group"]?["properties"]?["figures"]?["items"] == reference)
        #expect(components["Group"]?["properties"]?["type"]?["enum"] == ["GROUP"])
        let circle = components["Circle"]?["properties"]
        #expect(circle?["radius"]?["description"] == "Its size." && circle?["radius"]?["default"] == 1)
        #expect(circle?["fill"]?["description"] == "ignored: nothing is filled")
        #expect(Figure.form.shape.schema["oneOf"]?.array?.count == 2)
    }
}
