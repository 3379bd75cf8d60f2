import Testing

@testable import Pages
import Translations

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

    @Test("an error that is worded in English is marked so on a page in another language", arguments: Language.allCases)
    func messageLanguages(_ language: Language) {
        func lead(_ page: ErrorPage) -> HTMLStructure.Tag? { HTMLStructure(pages.render(page)).all("p").first { $0["class"] == "lead" } }
        #expect(lead(ErrorPage(language: language, message: "No."))?["lang"] == (language == .english ? nil : "en"))
        let nowhere = lead(ErrorPage(language: language, kind: .nothingThere, message: "No."))
        #expect(nowhere != nil && nowhere?["lang"] == nil)
    }

    @Test("no details, no list; no path, no link")
    func bare() {
        let html = HTMLStructure(pages.render(ErrorPage(message: "No.")))
        #expect(html.all("dl").isEmpty && html.all("a").isEmpty)
    }

    @Test("the question whether to sign out carries what it was asked with, escaped")
    func logout() {
        let page = LogoutPage(
            name: "<b>", form: PageForm(action: "/logout", csrfToken: "t0k3n"), fields: [LogoutPage.Field("state", "\"><script>")])
        let html = HTMLStructure(pages.render(page))
        let inputs = html.all("input")
        #expect(inputs.map { $0["name"] } == ["csrf", "state"] && inputs.allSatisfy { $0["type"] == "hidden" })
        #expect(html.all("form").first?["action"] == "/logout" && html.all("form").first?["method"] == "post")
        #expect(html.all("script").isEmpty && html.all("b").isEmpty)
    }

    @Test(
        "a request without scopes is told as one for access, by which the application learns who the user is", arguments: Language.allCases)
    func consentWithoutScopes(_ language: Language) {
        var consent = PageFixtures.consent("demo")
        (consent.language, consent.scopes) = (language, [])
        #expect(pages.render(consent).contains("<li>\(language.phrases.consent.identity)</li>"))
    }

    @Test("the question for consent has two buttons, one box that isn't ticked, and nothing else to send")
    func consent() {
        let html = HTMLStructure(pages.render(PageFixtures.consent("<b>\"'")))
        #expect(html.all("input").map { $0["name"] } == ["csrf", "save_consent"] && html.all("script").isEmpty && html.all("b").isEmpty)
        #expect(html.all("button").map { $0["value"] } == ["allow", "deny"] && html.all("button").allSatisfy { $0["name"] == "decision" })
    }

    @Test("every language renders every page", arguments: Language.allCases)
    func languages(_ language: Language) {
        let html = pages.render(SignedOutPage(language: language))
        #expect(HTMLStructure(html).all("html").first?["lang"] == language.rawValue)
        #expect(html.contains("<h1>\(language.phrases.signedOutTitle)</h1>"))
        let question = pages.render(LogoutPage(language: language, name: "demo", form: PageForm(action: "/", csrfToken: "t")))
        #expect(question.contains("<h1>\(language.phrases.signOutTitle)</h1>"))
        var consent = PageFixtures.consent("demo")
        consent.language = language
        #expect(pages.render(consent).contains("<h1>\(language.phrases.consent.title)</h1>"))
    }
}
