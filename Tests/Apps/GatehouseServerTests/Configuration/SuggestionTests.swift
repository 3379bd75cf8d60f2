import GatehouseServer
import Testing
@testable import Foundations

@Suite("Suggestions")
struct SuggestionTests {
    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("port", "port", 0), ("prot", "port", 2), ("übel", "über", 1),
    ])
    func distance(left: String, right: String, distance: Int) {
        #expect(Suggestion.distance(left, right) == distance)
    }

    @Test("what is far from everything gets none")
    func far() { #expect(Suggestion.closest(to: "zzzzzzzz", among: ServerSettings.descriptions.map(\.key)) == nil) }

    @Test(
        "a slip of the finger finds what was meant", arguments: [("prot", "port"), ("log_level", "log-level"), ("tls-certs", "tls-cert")])
    func near(name: String, meant: String) { #expect(Suggestion.closest(to: name, among: ServerSettings.descriptions.map(\.key)) == meant) }
}
