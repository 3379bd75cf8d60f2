import Primitives
import Testing
import Translations

@testable import Pages

@Suite("The language of a page")
struct LanguageChoiceTests {
    @Test("a page says its language and its direction", arguments: Language.allCases)
    func direction(_ language: Language) throws {
        let html = try Pages().render(SignedOutPage(language: language))
        #expect(html.contains("<html lang=\"\(language.rawValue)\" dir=\"\(language == .arabic ? "rtl" : "ltr")\">"))
        #expect(html.contains("<h1>\(language.phrases.signedOutTitle)</h1>"))
    }

    @Test("where readers choose, a page links to each other language by its own name", arguments: Language.allCases)
    func choice(_ language: Language) throws {
        let pages = try Pages().choosingLanguage(at: "/language/")
        let html = HTMLStructure(pages.render(SignedOutPage(language: language)))
        let links = html.all("a").filter { $0["hreflang"] != nil }
        #expect(links.map { $0["href"] } == Language.allCases.filter { $0 != language }.map { "/language/\($0.rawValue)" })
        #expect(links.allSatisfy { $0["lang"] == $0["hreflang"] && $0["dir"] == ($0["lang"] == "ar" ? "rtl" : "ltr") })
        #expect(try HTMLStructure(Pages().render(SignedOutPage(language: language))).all("details").isEmpty)
    }

    @Test("the style sheet names no side: it looks right from right to left")
    func sides() {
        let sides = #/(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|float:/#
        let lines = Stylesheet.source.split(separator: "\n").filter { !$0.contains("[dir=rtl]") && $0.contains(sides) }
        #expect(lines.filter { !$0.contains("direction: ltr; text-align: right") } == [])
    }
}
