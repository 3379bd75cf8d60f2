import JourneyModel
import Primitives
import Testing

@Suite("Placeholders")
struct PlaceholderTests {
    @Test(
        "the variables that a text names, and what it is with them",
        arguments: [
            ("plain & {text}", [], "plain & {text}"), ("&{a}", ["a"], "1"), ("x&{a}y&{b|2}z", ["a"], "x1y2z"), ("&{b|}", [], ""),
            ("&{b|c|d}", [], "c|d"), ("&&{a}}", ["a"], "&1}"), ("&{a", [], "&{a"), ("é&{a}ü", ["a"], "é1ü"), ("&{a|&{b}", [], "1"),
        ])
    func found(_ text: String, _ names: [String], _ resolved: String) throws {
        #expect(Placeholder.names(in: ["deep": [.string(text)]]) == names)
        #expect(try Placeholder.resolve(.string(text), ["a": "1"]).string == resolved)
        #expect(Placeholder.stands(in: .string(text)) == text.contains("&{"))
    }

    @Test("a variable that is neither set nor has a default is named") func unknown() {
        let error = #expect(throws: Placeholder.Unknown.self) { try Placeholder.resolve("&{b|1}&{c}", [:]) }
        #expect(error?.name == "c")
    }

    @Test("a text full of beginnings is read once") func beginnings() throws {
        let text = String(repeating: "&{", count: 500_000)
        #expect(try Placeholder.resolve(.string(text), [:]).string == text)
        #expect(Placeholder.names(in: .string(text + "}")).count == 1)
    }
}
