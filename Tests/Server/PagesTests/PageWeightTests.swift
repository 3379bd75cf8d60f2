import JourneyMessages
import Primitives
import Testing

@testable import Pages
import Translations

@Suite("The weight of pages")
struct PageWeightTests {
    /// Every page with all that it can have, by name.
    private static func all(_ language: Language) throws -> [(name: String, html: String)] {
        let pages = try Pages().choosingLanguage(at: "/language/")
        let text = "Ada Lovelace"
        var everything = PageFixtures.everything(text)
        var account = PageFixtures.account(text)
        var passkey = PageFixtures.signOn(
            NameQuestion(prompt: text).callback, PasswordQuestion(prompt: text).callback,
            WebAuthnAuthentication(
                challenge: "AAAA", relyingPartyID: "example.com", userVerification: "required", timeout: 60_000, mediation: "conditional"
            ).callback, HiddenValue(id: "webAuthnOutcome", value: "").callback)
        let waiting = PageFixtures.waiting("/login/wait")
        (everything.language, account.language, passkey.language) = (language, language, language)
        return [
            ("everything", pages.render(everything)), ("account", pages.render(account)), ("passkey", pages.render(passkey)),
            ("waiting", pages.render(waiting)), ("leading", pages.render(PageFixtures.leading(text, method: .post))),
            ("welcome", pages.render(PageFixtures.welcome(text))), ("signed in", pages.render(PageFixtures.signedIn(text))),
            ("consent", pages.render(PageFixtures.consent(text))), ("error", pages.render(PageFixtures.error(text))),
            ("signed out", pages.render(SignedOutPage(language: language))),
            ("confirmation", pages.render(ConfirmationPage(language: language, .registered, destination: "https://a.example/"))),
            ("sign out", pages.render(LogoutPage(language: language, name: text, form: PageFixtures.form))),
        ]
    }

    @Test("no page is over 20 KB, or takes more than three requests before its images", arguments: Language.allCases)
    func light(_ language: Language) throws {
        for (name, html) in try Self.all(language) {
            #expect(html.utf8.count <= 20_000, "\(name): \(html.utf8.count) bytes")
            let structure = HTMLStructure(html)
            let own = structure.all("script").filter { $0["src"]?.hasPrefix("/") ?? false }
            let styles = structure.all("link").filter { $0["rel"] == "stylesheet" }
            #expect(1 + styles.count + own.count <= 3, "\(name)")
        }
    }

    @Test("stylesheet and script of a page are each under 20 KB", arguments: [Asset.stylesheet, .passwords, .passkeys, .waiting, .signals])
    func files(_ asset: Asset) {
        #expect(asset.content.utf8.count <= 20_000, "\(asset.path): \(asset.content.utf8.count) bytes")
    }
}
