import JourneyTesting
import Primitives
import Testing

@testable import JourneyModel

@Suite("Hostile files")
struct HostileFileTests {
    /// A text, and what is wrong with it.
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ what: String, _ text: String) {
            testDescription = what
            self.text = text
        }
    }

    static let files = [
        File("nothing", ""), File("a scalar", "Login"), File("a list", "- a\n- b"), File("no YAML", "name: [\n"),
        File("two documents", "a: 1\n---\nb: 2"),
        File("aliases", "a: &a [ x, x ]\nb: &b [ *a, *a ]\nc: [ *b, *b ]"),
        File("a bomb of aliases as keys", bomb), File("an alias of a map", "a: &a { x: 1 }\nb: { <<: *a }"),
        File("a twice", "name: x\nname: y"), File("a map as a key", "? { a: 1 }\n: b"),
        File("deep brackets", String(repeating: "[", count: 100_000)),
        File("deep braces", "a: " + String(repeating: "{a: ", count: 5000)),
        File("deep dashes", String(repeating: "- ", count: 20_000)), File("deep question marks", String(repeating: "? ", count: 20_000)),
        File("deep indentation", (0..<300).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")),
        File("too long", "# " + String(repeating: "x", count: 300 << 10)),
        File("too many values", "a: [" + String(repeating: "1,", count: 30_000) + "1]"),
        File("no JSON", "{"), File("deep JSON", String(repeating: "{\"a\":", count: 50) + "1"),
        File("a member twice", "{\"name\":\"a\",\"name\":\"b\"}"),
        File("a NUL", "name: \u{0}"),
        File("too many nodes", "name: x\nstart: n0\nnodes:\n" + (0..<501).map { "  n\($0): { username: {}, next: success }\n" }.joined()),
    ]

    private static var bomb: String {
        (1...30).reduce(into: "a0: &a0 [ x, x ]\n") { $0 += "a\($1): &a\($1) { [ *a\($1 - 1), *a\($1 - 1) ]: 1 }\n" }
    }

    @Test("are refused, quickly and with a word", .timeLimit(.minutes(10)), arguments: files)
    func refused(_ file: File) throws {
        let error = try #require(throws: JourneyDefinitionError.self) { try JourneyDefinition(text: file.text) }
        #expect(!error.problems.isEmpty && error.problems.count <= 100)
    }

    @Test("an ampersand or a star in a text is no alias", arguments: ["Terms &conditions", "5 * 3", "*bold*"])
    func innocent(_ text: String) throws {
        _ = try JourneyDefinition(text: Journeys.twoSteps.replacing("username: {}", with: "username: { prompt: \"\(text)\" }"))
    }

    @Test("any cut of a file is refused or a journey, and never more")
    func cuts() {
        let text = BuiltInJourneys.login
        for end in text.indices { _ = try? JourneyDefinition(text: String(text[..<end])) }
    }
}
