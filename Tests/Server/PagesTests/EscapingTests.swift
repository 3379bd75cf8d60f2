import Testing

@testable import Pages

@Suite("Nothing that a page shows can become markup")
struct EscapingTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "</title><script>", "<!--", "]]>",
        "&lt;script&gt;", "{{form.csrfToken}}", "{{{frame}}}", "javascript:alert(1)",
        // A combining mark makes one Character of itself and the delimiter before it.
        "\"\u{301} onfocus=alert(1) x=\"\u{301}", "<\u{338}script>", "<\u{FE0F}/title>", "a\r\nb\u{0}c\u{1B}[31m",
        "\u{202E}drowssap", "\u{2066}x",
    ]

    private func render(_ text: String) -> [String] {
        [
            pages.render(PageFixtures.everything(text)), pages.render(PageFixtures.waiting(text)),
            pages.render(PageFixtures.posting(text)),
            pages.render(PageFixtures.welcome(text)), pages.render(PageFixtures.signedIn(text)), pages.render(PageFixtures.error(text)),
            pages.render(PageFixtures.account(text)), pages.render(PageFixtures.consent(text)),
        ]
    }

    @Test("the tags and attributes of a page are those of the same page with a harmless text", arguments: hostile)
    func structure(_ text: String) {
        for (page, harmless) in zip(render(text), render("x")) {
            #expect(HTMLStructure(page).skeleton == HTMLStructure(harmless).skeleton)
        }
    }

    @Test("control characters and direction overrides don't get through", arguments: hostile)
    func controls(_ text: String) {
        let forbidden: Set<Unicode.Scalar> = ["\u{0}", "\u{1B}", "\u{202E}", "\u{2066}"]
        for page in render(text) { #expect(page.unicodeScalars.allSatisfy { !forbidden.contains($0) }) }
    }

    @Test("a value is there as it was given, for a browser to read back")
    func value() {
        let page = pages.render(PageFixtures.everything("a \"b\" & <c> 'd'"))
        #expect(page.contains("value=\"a &quot;b&quot; &amp; &lt;c&gt; &#39;d&#39;\""))
    }

    @Test("templates in a text are not rendered")
    func templates() {
        var page = PageFixtures.everything("{{form.csrfToken}}")
        page.form.csrfToken = "the-real-token"
        #expect(pages.render(page).components(separatedBy: "the-real-token").count == 2)
    }

    @Test("the test's own reader sees an attribute that broke out")
    func reader() {
        let broken = HTMLStructure("<input value=\"\"\u{301} onfocus=alert(1)\">")
        #expect(broken.skeleton == [["input", "value", "\u{301}", "onfocus"]])
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
