import DialectTesting
import Directory
import HTTPBase
import HTTPTypes
import JourneyModel
import Primitives
import Services
import SignIn
import Testing
import Translations

@Suite("The language of the hosted pages")
struct LanguageChoiceTests {
    private static let page = "/realms/alpha/login"

    private static func isIn(_ language: Language, _ answer: ServerResponse) -> Bool {
        answer.text.contains("<html lang=\"\(language.rawValue)\" dir=\"\(language.direction)\">")
            && answer.text.contains(language.catalogue.nodes.userName)
            && answer.text.contains("<h1>\(language.catalogue.journeys["signIn"] ?? "")</h1>")
    }

    @Test("page and labels are in the browser's language", arguments: Language.allCases)
    func header(_ language: Language) async throws {
        let server = try await ServerHarness()
        let answer = try await server.send(.get, Self.page, headers: [.acceptLanguage: "\(language.rawValue), en;q=0.5"])
        #expect(Self.isIn(language, answer))
    }

    @Test("what the application asks for goes before what was chosen, and that before what the browser prefers")
    func precedence() async throws {
        let server = try await ServerHarness()
        let headers: HTTPFields = [.acceptLanguage: "de", .cookie: "gatehouse_language=fr"]
        #expect(Self.isIn(.japanese, try await server.send(.get, Self.page + "?ui_locales=xx%20ja%20de", headers: headers)))
        #expect(Self.isIn(.french, try await server.send(.get, Self.page, headers: headers)))
        #expect(Self.isIn(.french, try await server.send(.get, Self.page + "?ui_locales=xx", headers: headers)))
        #expect(Self.isIn(.german, try await server.send(.get, Self.page, headers: [.acceptLanguage: "de"])))
        // Of several cookies of the name the first counts that is a language.
        let several: HTTPFields = [.cookie: "gatehouse_language=xx; gatehouse_language=<b>; gatehouse_language=tr"]
        #expect(Self.isIn(.turkish, try await server.send(.get, Self.page, headers: several)))
        #expect(Self.isIn(.english, try await server.send(.get, Self.page)))
    }

    /// A server with a journey of the demonstration, and terms.
    private func server(_ name: String, terms: String = "") async throws -> ServerHarness {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let journey = try #require(try BuiltInJourneys.demonstration().first { $0.name.isExactly(name) })
        try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        if !terms.isEmpty {
            realm.settings[AccountSettings.self].terms = RealmTerms(
                version: "1.0", created: "2026-01-01T00:00:00Z", texts: ["en": terms])
            try await server.domain.directory.realms.update(realm)
        }
        return server
    }

    @Test("the rules for a new password name attributes as the realm's schema does, on a page that asks for nothing else")
    func labels() async throws {
        let browser = Browser(try await server("UpdatePassword"))
        browser.headers = [.acceptLanguage: "de"]
        try await browser.open(Self.page)
        try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password])
        try await browser.open(Self.page + "?journey=UpdatePassword")
        let page = try await browser.submit(["IDToken1": TestDomain.password])
        #expect(page.text.contains("<li>Darf nicht den Wert von Benutzername, Vorname, Nachname, E-Mail-Adresse enthalten</li>"))
        let changed = try await browser.submit(["IDToken1": "quite another long word"])
        #expect(changed.text.contains("<h1>Ihr Passwort ist geändert</h1>"), "the change is confirmed")
    }

    @Test("the demonstration's terms are in the reader's language; an administrator's stay what they are, and are marked")
    func terms() async throws {
        let own = try #require(Language.english.catalogue.journeys["demonstrationTerms"])
        let arabic = try #require(Language.arabic.catalogue.journeys["demonstrationTerms"])
        let (page, headers) = (Self.page + "?journey=Registration", [.acceptLanguage: "ar"] as HTTPFields)
        let ours = try await server("Registration", terms: own).send(.get, page, headers: headers)
        #expect(ours.text.contains("<p dir=\"auto\">\(arabic)</p>"))
        let theirs = try await server("Registration", terms: "Be kind.").send(.get, page, headers: headers)
        #expect(theirs.text.contains("<p dir=\"auto\" lang=\"en\">Be kind.</p>"))
    }

    @Test("a choice leads back to its page, and stays")
    func choice() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        let page = Self.page + "?goto=/realms/alpha/account&ui_locales=de%20en"
        let first = try await browser.open(page)
        #expect(first.text.contains("href=\"/language/ar\""))
        browser.headers = [.referer: server.configuration.publicAddress.url(page)]
        let there = try await browser.open("/language/ar")
        #expect(Self.isIn(.arabic, there))
        #expect(browser.target == Self.page + "?goto=%2Frealms%2Falpha%2Faccount&ui_locales=ar")
        browser.headers = [:]
        #expect(Self.isIn(.arabic, try await browser.open(Self.page)))
        try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password])
        let account = try await browser.open("/realms/alpha/account")
        #expect(account.text.contains("dir=\"rtl\"") && account.text.contains(Language.arabic.catalogue.pages.account.title))
        #expect(account.text.contains(try #require(Language.arabic.catalogue.schema["givenName"])))
    }

    @Test(
        "a choice leads to no other place than the page",
        arguments: [
            ("https://evil.example/realms/alpha/login", "/"), ("//evil.example/", "/"), ("{origin}//evil.example/", "/"),
            ("{origin}.evil.example/", "/"), ("{origin}/\\evil.example", "/"), ("{origin}@evil.example/", "/"), ("{origin}", "/"),
            ("{origin}/realms/alpha/account/sessions", "/realms/alpha/account"),
            ("{origin}/realms/alpha/login/wait?a=b", "/realms/alpha/login?a=b"),
            ("{origin}/a?b=%0d%0aX:%20y&ui_locales=de", "/a?b=%0D%0AX%3A%20y&ui_locales=tr"), ("{origin}/a?b=%", "/a"), (nil, "/"),
        ] as [(String?, String)])
    func back(_ referer: String?, _ place: String) async throws {
        let server = try await ServerHarness()
        let link = referer?.replacing("{origin}", with: server.configuration.publicAddress.origin)
        let answer = try await server.send(.get, "/language/tr", headers: link.map { [.referer: $0] } ?? [:])
        #expect(answer.status == .seeOther && answer.headers[.location] == place)
        #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
        let isOurs = referer.map { $0.hasPrefix("{origin}/") } ?? true
        #expect((answer.setCookie("gatehouse_language")?.hasPrefix("gatehouse_language=tr;") ?? false) == isOurs)
    }

    @Test("another site's link chooses nothing; there is no other language")
    func foreign() async throws {
        let server = try await ServerHarness(at: "https://login.example.com")
        for site in ["cross-site", "same-site"] {
            let answer = try await server.send(.get, "/language/tr", headers: [.known("Sec-Fetch-Site"): site])
            #expect(answer.status == .seeOther && answer.headers[values: .setCookie].isEmpty)
        }
        let own = try await server.send(.get, "/language/tr", headers: [.known("Sec-Fetch-Site"): "same-origin"])
        let cookie = try #require(own.setCookie("__Host-gatehouse_language"))
        #expect(cookie.contains("Secure") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
        for tag in ["xx", "TR", "de-CH", "tr%20"] {
            #expect(try await server.send(.get, "/language/\(tag)").status == .notFound, "\(tag)")
        }
        let chosen: HTTPFields = [.cookie: "__Host-gatehouse_language=tr; gatehouse_language=fr"]
        #expect(Self.isIn(.turkish, try await server.send(.get, Self.page, headers: chosen)))
    }

    @Test("errors are pages in the reader's language")
    func errors() async throws {
        let headers: HTTPFields = [.accept: "text/html", .cookie: "gatehouse_language=sv"]
        let answer = try await ServerHarness().send(.get, "/realms/alpha/nowhere", headers: headers)
        #expect(answer.status == .notFound && answer.text.contains(Language.swedish.catalogue.pages.nowhereTitle))
    }

    @Test("an app gets a node's labels in its user's language over the wire")
    func api() async throws {
        let server = try await ServerHarness()
        for (language, tag) in [(Language.japanese, "ja"), (.brazilianPortuguese, "pt"), (.arabic, "ar-EG"), (.english, "xx")] {
            let step = try await server.start("Login", headers: [.acceptLanguage: tag])
            let prompts = step["callbacks"]?.array?.compactMap { $0["output"]?.array?.first?["value"]?.string }
            let nodes = language.catalogue.nodes
            #expect(prompts == [nodes.userName, nodes.password])
        }
    }
}
