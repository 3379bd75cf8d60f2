import JourneyMessages
import Primitives
import Testing

@testable import Pages
import Translations

@Suite("Forms that help")
struct FormHelpTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    private func structure(_ callbacks: Callback...) -> HTMLStructure {
        HTMLStructure(pages.render(SignOnPage(step: PageFixtures.step(callbacks), form: PageFixtures.form)))
    }

    private let policies = AttributePolicies(
        of: "password",
        [
            AttributePolicy("minimum-length", [.minimumLength], ["minLength": 8]), AttributePolicy("common", [.cannotBeCommon]),
            AttributePolicy("maximum-length", [.maximumLength], ["maxLength": 1024]), AttributePolicy("required", [.required]),
        ])

    @Test("the rules for a password are told before one is broken, beside its field; a broken one is told as a problem alone")
    func rules() throws {
        let page = pages.render(PageFixtures.signOn(ValidatedPasswordQuestion(prompt: "p", check: PolicyCheck(policies)).callback))
        #expect(
            page.contains(
                "<ul class=\"hint\" id=\"IDToken1-rules\"><li>Must be at least 8 characters long</li>"
                    + "<li>Must not be one of the most common passwords</li></ul>"))
        #expect(HTMLStructure(page).all("input").first { $0["type"] == "password" }?["aria-describedby"] == "IDToken1-rules")
        let check = PolicyCheck(policies, failed: [FailedPolicy(.minimumLength, ["minLength": 8])])
        let again = pages.render(PageFixtures.signOn(ValidatedPasswordQuestion(prompt: "p", check: check).callback))
        #expect(again.matches(of: /at least 8/).count == 1 && again.contains("id=\"IDToken1-rules\""))
    }

    @Test("the rules name the fields of the page by their labels; others by the schema's, and by the property's name where it has none")
    func labels() {
        let policies = AttributePolicies(
            of: "password", [AttributePolicy("others", [.cannotContainOthers], ["disallowedFields": "userName,givenName,sn"])])
        let html = pages.render(
            PageFixtures.signOn(
                ValidatedUsernameQuestion(prompt: "User").callback, AttributeQuestion<String>("givenName", prompt: "First").callback,
                ValidatedPasswordQuestion(prompt: "p", check: PolicyCheck(policies)).callback))
        #expect(html.contains("<li>Must not contain the value of: User, First, sn</li>"))
        var alone = PageFixtures.signOn(ValidatedPasswordQuestion(prompt: "p", check: PolicyCheck(policies)).callback)
        (alone.language, alone.texts) = (.arabic, ProfileTexts(titles: ["userName": "اسم المستخدم", "sn": "اسم العائلة", "mail": "x"]))
        #expect(pages.render(alone).contains(": اسم المستخدم، givenName، اسم العائلة</li>"))
    }

    @Test(
        "terms in another language than the page's are marked with it; others aren't",
        arguments: [("de", nil), ("en", "en"), (nil, nil)] as [(String?, String?)])
    func terms(_ tag: String?, _ mark: String?) throws {
        var page = PageFixtures.signOn(TermsQuestion(version: "1", terms: "Be kind.", created: "2026-01-01T00:00:00Z").callback)
        (page.language, page.texts) = (.german, ProfileTexts(termsLanguage: tag))
        let text = try #require(HTMLStructure(pages.render(page)).all("p").first { $0["dir"] == "auto" })
        #expect(text["lang"] == mark)
    }

    @Test("a box that needs no tick isn't marked, though its property is required")
    func boxes() {
        let html = structure(AttributeQuestion<Bool>("news", prompt: "News", isRequired: true).callback)
        #expect(html.all("input").allSatisfy { $0["aria-required"] == nil })
    }

    @Test("a password field has a button that shows what is typed, which is hidden until its script runs; others have none")
    func reveal() {
        let page = PageFixtures.signOn(NameQuestion(prompt: "n").callback, PasswordQuestion(prompt: "p").callback)
        let html = HTMLStructure(pages.render(page))
        let buttons = html.all("button").filter { $0["data-reveal"] != nil }
        #expect(buttons.map { $0["data-reveal"] } == ["IDToken2"])
        #expect(buttons.allSatisfy { $0["hidden"] != nil && $0["type"] == "button" && $0["aria-pressed"] == "false" })
        #expect(html.all("script").map { $0["src"] } == [Asset.passwords.versionedPath])
        let policy = page.headers().first?.value ?? ""
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src") && !policy.contains("unsafe"))
        let shown = PageFixtures.signOn(ValidatedPasswordQuestion(prompt: "p", isShown: true).callback)
        #expect(!pages.render(shown).contains("<script") && shown.headers().first?.value.contains("script-src") == false)
    }

    @Test("a page with a script for something else brings no second one for passwords")
    func scripts() {
        var page = PageFixtures.signOn(PasswordQuestion(prompt: "p").callback)
        page.signals = PageSignals(ProtectInitialization(environmentID: "env"))
        #expect(page.ownScripts.map(\.path) == [Asset.signals.path])
        #expect(Asset.signals.content.contains("data-reveal") && Asset.passkeys.content.contains("data-reveal"))
    }

    @Test("what is required is marked, and the mark explained; a form without marks explains none")
    func marks() {
        let html = structure(
            AttributeQuestion<String>("mail", prompt: "m", isRequired: true).callback,
            AttributeQuestion<String>("city", prompt: "c").callback)
        #expect(html.all("label").map { $0["class"] } == ["required", nil])
        #expect(html.all("p").contains { $0["class"] == "hint" })
        #expect(!structure(NameQuestion(prompt: "n").callback).all("p").contains { $0["class"] == "hint" })
    }

    @Test(
        "a language is chosen among those that pages have, each in its own words; another tag that was set is kept, and none is possible",
        arguments: [nil, "de", "DE", "eo"] as [String?])
    func languages(_ value: String?) {
        let html = structure(AttributeQuestion("preferredLanguage", prompt: "Language", value: value).callback)
        let options = html.all("option")
        let own = Language.allCases.map(\.rawValue)
        #expect(options.map { $0["value"] } == [""] + (value == "eo" ? ["eo"] : []) + own)
        #expect(options.compactMap { $0["lang"] } == own)
        let chosen = options.filter { $0["selected"] != nil }.map { $0["value"] }
        #expect(chosen == [value?.lowercased() ?? ""])
        #expect(html.all("select").map { $0["name"] } == ["IDToken1"] && !html.all("input").contains { $0["name"] == "IDToken1" })
    }

    @Test("what is filled in already leaves the focus to the first empty field")
    func focus() {
        var name = NameQuestion(prompt: "n").callback
        name.setInput("", "ada")
        let html = structure(name, PasswordQuestion(prompt: "p").callback)
        #expect(html.all("input").filter { $0["autofocus"] != nil }.map { $0["name"] } == ["IDToken2"])
        #expect(structure(name).all("input").filter { $0["autofocus"] != nil }.map { $0["name"] } == ["IDToken1"])
    }

    @Test("a confirmation says what is done, and leads on", arguments: Language.allCases, ConfirmationPage.Event.allCases)
    func confirmation(_ language: Language, _ event: ConfirmationPage.Event) throws {
        let page = ConfirmationPage(language: language, event, destination: "https://a.example/?x=1&y", application: "Shop")
        let html = pages.render(page)
        let phrases = language.phrases.form
        #expect(html.contains("<h1>\(event == .registered ? phrases.registeredTitle : phrases.resetTitle)</h1>"))
        #expect(html.contains("<a class=\"button\" href=\"https://a.example/?x=1&amp;y\">\(language.phrases.continueWith) Shop</a>"))
    }
}
