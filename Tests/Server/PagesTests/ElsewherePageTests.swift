import JourneyMessages
import Primitives
import Testing
import Translations

@testable import Pages
import Translations

@Suite("Pages that lead elsewhere: providers, redirects, links by mail, CAPTCHAs")
struct ElsewherePageTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    private func structure(_ page: SignOnPage) -> HTMLStructure { HTMLStructure(pages.render(page)) }

    private func policy(_ page: SignOnPage) -> String {
        page.headers().first { $0.name == "Content-Security-Policy" }?.value ?? ""
    }

    private let google = Provider("google", button: .init(displayName: "Google"))

    @Test("providers are buttons after the page's own form, whose button comes first, for the return key")
    func providers() {
        let page = PageFixtures.signOn(
            ProviderChoice([google, Provider(Provider.local)]).callback, NameQuestion(prompt: "Name").callback)
        let html = structure(page)
        #expect(html.all("button").map { $0["value"] } == ["localAuthentication", "google"])
        #expect(html.all("button").allSatisfy { $0["name"] == "IDToken1" && $0["type"] == "submit" })
        let names = html.tags.compactMap { $0["name"] }
        #expect(names.firstIndex(of: "IDToken2") ?? 99 < names.firstIndex(of: "IDToken1") ?? 0)
        #expect(pages.render(page).contains("Continue with Google"))
    }

    @Test("beside other buttons providers are radio buttons, so that none swallows the other's answer")
    func providersBesideButtons() {
        let html = structure(
            PageFixtures.signOn(ProviderChoice([google]).callback, ConfirmationQuestion(options: ["Yes", "No"]).callback))
        #expect(html.all("button").count == 1)
        #expect(html.all("input").filter { $0["type"] == "radio" }.map { $0["value"] } == ["google", "0", "1"])
    }

    @Test("a redirect is a link that the browser also follows by itself, and nothing to send")
    func link() throws {
        let html = structure(PageFixtures.leading("1", method: .get))
        let link = try #require(html.all("a").first)
        #expect(link["href"] == "https://idp.example/?x=1")
        #expect(html.all("meta").first { $0["http-equiv"] == "refresh" }?["content"] == "0;url=https://idp.example/?x=1")
        #expect(html.all("form").isEmpty && html.all("button").isEmpty)
    }

    @Test("a redirect with another way beside it waits for the user")
    func linkOrButton() {
        let redirect = Redirect("https://idp.example/").callback
        let html = structure(PageFixtures.signOn(redirect, ConfirmationQuestion(options: ["Another way"]).callback))
        #expect(html.all("a").count == 1 && html.all("button").count == 1)
        #expect(html.all("meta").allSatisfy { $0["http-equiv"] == nil })
    }

    @Test("a redirect by POST is a form with a button, which the policy allows by name")
    func form() throws {
        let page = PageFixtures.leading("1", method: .post)
        let html = structure(page)
        let form = try #require(html.all("form").first)
        #expect(form["method"] == "post" && form["action"] == "https://idp.example/?x=1")
        #expect(html.all("input").map { $0["name"] } == ["SAMLRequest"])
        #expect(policy(page).contains("form-action 'self' https://idp.example;"))
        #expect(html.all("meta").allSatisfy { $0["http-equiv"] == nil })
    }

    @Test(
        "a page leads to addresses of the web and nowhere else",
        arguments: ["javascript:alert(1)", "data:text/html,x", "//idp.example", "/path", "https:", "", "app://x"])
    func foreignAddress(_ url: String) {
        for method in [Redirect.Method.get, .post] {
            let page = PageFixtures.signOn(Redirect(url, method: method).callback)
            let html = structure(page)
            #expect(html.all("a").isEmpty && html.all("form").allSatisfy { $0["action"] != url })
            #expect(html.all("meta").allSatisfy { $0["http-equiv"] == nil })
            #expect(pages.render(page).contains(Language.english.phrases.unsupported))
        }
    }

    @Test("a suspended journey is told, and asks nothing")
    func suspended() {
        let page = PageFixtures.signOn(TextStatement("Look into your mail.").suspendedCallback)
        let html = structure(page)
        #expect(pages.render(page).contains("Look into your mail.") && pages.render(page).contains("<h1>Check your messages</h1>"))
        #expect(html.all("form").isEmpty && html.all("button").isEmpty)
    }

    @Test(
        "a CAPTCHA's script, and what it needs, are allowed on its page alone",
        arguments: [
            (nil, "https://www.google.com/recaptcha/api.js", "g-recaptcha", "https://www.google.com/recaptcha/"),
            ("https://js.hcaptcha.com/1/api.js", "https://js.hcaptcha.com/1/api.js", "h-captcha", "https://*.hcaptcha.com"),
            (
                "https://challenges.cloudflare.com/turnstile/v0/api.js", "https://challenges.cloudflare.com/turnstile/v0/api.js",
                "cf-turnstile", "https://challenges.cloudflare.com"
            ),
        ] as [(String?, String, String, String)])
    func captcha(_ named: String?, _ script: String, _ elementClass: String, _ source: String) throws {
        let page = PageFixtures.signOn(CaptchaQuestion(siteKey: "key", scriptURL: named).callback)
        let html = structure(page)
        #expect(html.all("script").map { $0["src"] } == [script])
        let element = try #require(html.all("div").first { $0["data-sitekey"] != nil })
        #expect(element["class"] == elementClass && element["data-sitekey"] == "key")
        #expect(html.all("noscript").count == 1)
        for directive in ["script-src", "frame-src", "connect-src"] {
            let sources = policy(page).split(separator: "; ").first { $0.hasPrefix(directive) }
            #expect(sources?.split(separator: " ").contains(Substring(source)) == true)
        }
        #expect(!policy(page).contains("unsafe"))
    }

    @Test("somebody else's script is not loaded", arguments: ["https://evil.example/api.js", "http://www.google.com/recaptcha/api.js"])
    func foreignScript(_ script: String) {
        let page = PageFixtures.signOn(EnterpriseCaptchaQuestion(siteKey: "k", scriptURL: script).callback)
        #expect(structure(page).all("script").isEmpty && !policy(page).contains("script-src"))
        #expect(pages.render(page).contains(Language.english.phrases.unsupported))
    }

    @Test("what the provider's script adds to the form is the answer")
    func token() throws {
        let plain = CaptchaQuestion(siteKey: "k")
        let fields = [("state", "s"), ("csrf", "c"), ("captcha", "IDToken1"), ("g-recaptcha-response", "token")]
        let posted = try #require(SignOnSubmission(fields: fields.map { (name: $0.0, value: $0.1) }))
        #expect(try posted.answers.answer(to: plain, at: 0) == "token")
    }

    @Test("the enterprise form gets token and action")
    func enterprise() throws {
        let question = EnterpriseCaptchaQuestion(siteKey: "k")
        let html = structure(PageFixtures.signOn(question.callback))
        #expect(html.all("script").map { $0["src"] } == ["https://www.google.com/recaptcha/enterprise.js"])
        let fields = html.all("input").map { (name: $0["name"] ?? "", value: $0["value"] ?? "") } + [("g-recaptcha-response", "token")]
        let outcome = try #require(SignOnSubmission(fields: fields)).answers.answer(to: question, at: 0)
        #expect(outcome == CaptchaOutcome(token: "token", action: "login"))
    }

    @Test("of what only a device can do the page says that it can't")
    func devices() throws {
        let binding = DeviceBindingQuestion(userID: "u", username: "n", authentication: .none, challenge: "c")
        let webAuthn = Callback.metadata(["_type": "WebAuthn", "_action": "webauthn_authentication", "challenge": "c"])
        let html = structure(
            PageFixtures.signOn(binding.callback, webAuthn, HiddenValue(id: "webAuthnOutcome", value: "false").callback))
        let fields = html.all("input").map { (name: $0["name"] ?? "", value: $0["value"] ?? "") }
        let answers = try #require(SignOnSubmission(fields: fields)).answers
        #expect(try answers.answer(to: binding, at: 0) == .failed("Unsupported"))
        #expect(answers[2] == "unsupported")
    }

    @Test("a native hand-off to a provider's library is for apps")
    func nativeProvider() {
        let callback = ProviderSignIn("google", clientID: "c", redirectURI: "r", scopes: [], nonce: "n").callback
        #expect(pages.render(PageFixtures.signOn(callback)).contains(Language.english.phrases.unsupported))
    }
}
