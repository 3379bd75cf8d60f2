import Primitives
import Testing
import Translations

@testable import JourneyModel

@Suite("Texts of nodes")
struct LocalizedTextTests {
    @Test("a text of the server's own is in the reader's language, and in a file it is the English one", arguments: Language.allCases)
    func own(_ language: Language) {
        let text = LocalizedText(\.userName)
        #expect(text.text(for: [language.rawValue, "en"]) == language.catalogue.nodes.userName)
        #expect(text.setting == "User Name" && text.amSetting == ["en": "User Name"] && !text.isEmpty)
    }

    @Test("an administrator's text stays what it is")
    func written() throws {
        let german = try #require(LocalizedText(setting: ["de": "Kennung"]))
        #expect(german.text(for: ["ja"]) == "Kennung" && german.setting == ["de": "Kennung"])
        let both = try #require(LocalizedText(setting: ["de": "Kennung", "en": "Name"]))
        #expect(both.text(for: ["ja"]) == "Name" && both.text(for: ["ja", "de-CH"]) == "Kennung")
        #expect(LocalizedText("Name").text(for: ["de"]) == "Name")
    }

    @Test("a journey's text names one of the server's own, by a name that there is")
    func named() throws {
        let text = try #require(LocalizedText(setting: ["standard": "signIn"]))
        #expect(text.text(for: ["tr"]) == Language.turkish.catalogue.journeys["signIn"] && text.text(for: []) == "Sign in")
        #expect(text.setting == ["standard": "signIn"] && text.amSetting == ["en": "Sign in"])
        #expect(LocalizedText(setting: ["standard": "nothing"]) == nil)
        #expect(LocalizedText(setting: ["standard": "signIn", "de": "x"])?.text(for: ["de"]) == "x")
    }

    @Test("a node's default that a file repeats is still the server's own, and isn't stored")
    func repeated() throws {
        let kind = try #require(NodeCatalogue.standard.kind("username"))
        var reader = JourneyReader(.standard)
        for value in ["User Name", ["en": "User Name"], [:]] as [JSONValue] {
            let node = try #require(kind.node(["prompt": value], &reader, at: "node") as? UsernameCollector)
            #expect(node.prompt.text(for: ["de"]) == "Benutzername" && node.writtenSettings.isEmpty)
        }
        let other = try #require(kind.node(["prompt": "Login"], &reader, at: "node") as? UsernameCollector)
        #expect(other.prompt.text(for: ["de"]) == "Login" && other.writtenSettings == ["prompt": "Login"])
    }

    @Test("each text that a built-in journey names is there, and every one is named, but for the terms")
    func builtIn() throws {
        let files = try (BuiltInJourneys.all() + BuiltInJourneys.demonstration()).map(\.json.text)
        let texts = files.flatMap { $0.matches(of: /\{"standard":"(\w+)"\}/).map { String($0.1) } }
        // The demonstration's terms are a realm's setting, which names its text by what it says.
        #expect(Set(texts).union(["demonstrationTerms"]) == Set(Language.english.catalogue.journeys.keys))
    }
}
