import Testing

@testable import Pages

@Suite("Pages that only say something")
struct MessagePageTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    @Test("an error says what, and what to quote")
    func error() {
        let html = pages.render(ErrorPage(message: "No such redirect URI.", code: "redirect_uri_mismatch", reference: "7f3a"))
        #expect(html.contains("No such redirect URI.") && html.contains("<code>redirect_uri_mismatch</code>"))
        #expect(html.contains("<code>7f3a</code>"))
    }

    @Test("no details, no list; no path, no link")
    func bare() {
        let html = HTMLStructure(pages.render(ErrorPage(message: "No.")))
        #expect(html.all("dl").isEmpty && html.all("a").isEmpty)
    }

    @Test("every language renders every page", arguments: Language.allCases)
    func languages(_ language: Language) {
        let html = pages.render(SignedOutPage(language: language))
        #expect(HTMLStructure(html).all("html").first?["lang"] == language.rawValue)
        #expect(html.contains("<h1>\(language.phrases.signedOutTitle)</h1>"))
    }
}
