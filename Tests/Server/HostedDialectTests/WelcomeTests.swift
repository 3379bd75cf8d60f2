import DialectTesting
import Dialects
@testable import HTTPBase
import HTTPTypes
import Pages
import Primitives
import Testing

import Services
import Directory
@testable import HostedDialect

@Suite("The welcome page")
struct WelcomeTests {
    private static let right = ["IDToken1": TestDomain.username, "IDToken2": TestDomain.password]

    private func server() async throws -> ServerHarness {
        let server = try await ServerHarness(adjust: { $0.welcome.demonstration = .init(user: "demo", password: "Ch4ng3it!") })
        try await WelcomeClient.register(in: server.domain.directory, realm: TestDomain.alpha, at: server.configuration.publicAddress)
        return server
    }

    @Test("offers a sign-in, names the demonstration user and the realm's documents")
    func welcome() async throws {
        let page = try await server().send(.get, "/")
        #expect(page.status == .ok)
        #expect(page.text.contains("href=\"/welcome/sign-in\""))
        #expect(page.text.contains("Ch4ng3it!"))
        #expect(page.text.contains("/realms/alpha/.well-known/openid-configuration"))
        #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self'") == true)
    }

    @Test("on a production server there is nothing to try out")
    func production() async throws {
        let server = try await ServerHarness()
        try await WelcomeClient.register(in: server.domain.directory, realm: TestDomain.alpha, at: server.configuration.publicAddress)
        let page = try await server.send(.get, "/")
        #expect(page.status == .ok && page.text.contains("<code>alpha</code>"))
        for word in ["Try it", "demonstration", "Ch4ng3it!"] { #expect(!page.text.contains(word)) }
    }

    @Test("a server known as localhost sends a visitor of the loopback address there, where its cookies are")
    func localhost() throws {
        let address = try PublicAddress("http://localhost:8080")
        for asked in ["127.0.0.1:8080", "[::1]:8080"] { #expect(address.isNamed(otherwiseBy: asked)) }
        for asked in ["localhost:8080", "127.0.0.1:9090", "127.0.0.1", "127.0.0.18080", "example.com:8080", nil] {
            #expect(!address.isNamed(otherwiseBy: asked))
        }
        #expect(try !PublicAddress("https://login.example.com").isNamed(otherwiseBy: "127.0.0.1:8080"))
    }

    @Test("a whole code login with PKCE: sign in, claims, sign out")
    func login() async throws {
        let browser = Browser(try await server())
        try await browser.open("/welcome/sign-in")
        #expect(browser.target.hasPrefix("/realms/alpha/login?goto="))
        let page = try await browser.submit(Self.right)
        #expect(browser.target == "/")
        #expect(page.text.contains("gatehouse-welcome"))
        #expect(page.text.contains("<p class=\"lead\">demo</p>"))
        #expect(page.text.contains("http://127.0.0.1:8080/realms/alpha"))
        #expect(browser.cookies["gatehouse_sign_in"] == nil)
        let out = try await browser.submit()
        #expect(browser.target == "/signed-out")
        #expect(out.status == .ok)
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil && browser.cookies["gatehouse_welcome"] == nil)
        try await browser.open("/welcome/sign-in")
        #expect(browser.page?.text.contains("name=\"IDToken1\"") == true)
    }

    @Test("the authorization request has PKCE S256, state and nonce")
    func request() async throws {
        let answer = try await server().send(.get, "/welcome/sign-in")
        let location = try #require(answer.headers[.location])
        #expect(answer.status == .found)
        for part in ["code_challenge=", "code_challenge_method=S256", "state=", "nonce=", "client_id=gatehouse-welcome"] {
            #expect(location.contains(part))
        }
        #expect(!answer.headers[values: .setCookie].joined().contains("verifier"))
    }

    @Test(
        "a callback that this browser didn't begin is refused",
        arguments: [
            "/welcome/callback?code=x&state=y&iss=http://127.0.0.1:8080/realms/alpha", "/welcome/callback",
            "/welcome/callback?error=access_denied",
        ])
    func foreignCallback(target: String) async throws {
        let server = try await server()
        #expect(try await server.send(.get, target).status == .badRequest)
        let browser = Browser(server)
        try await browser.send(.get, "/welcome/sign-in")
        let answer = try await browser.send(.get, target)
        #expect(answer.status == .badRequest)
        #expect(browser.cookies["gatehouse_welcome"] == nil)
    }

    @Test("a code can't be taken over by another browser, nor used twice")
    func code() async throws {
        let server = try await server()
        let (first, second) = (Browser(server), Browser(server))
        try await first.open("/realms/alpha/login")
        try await first.submit(Self.right)
        let away = try await first.send(.get, "/welcome/sign-in")
        let authorize = try #require(away.headers[.location]).dropFirst("http://127.0.0.1:8080".count)
        let callback = try #require(try await first.send(.get, String(authorize)).headers[.location]).dropFirst(
            "http://127.0.0.1:8080".count)
        try await second.send(.get, "/welcome/sign-in")
        #expect(try await second.send(.get, String(callback)).status == .badRequest)
        let attempt = try #require(first.cookies["gatehouse_sign_in"])
        #expect(try await first.send(.get, String(callback)).status == .seeOther)
        first.keep("gatehouse_sign_in", attempt)
        #expect(try await first.send(.get, String(callback)).status == .badRequest)
    }

    @Test("going back after a sign-in leads on")
    func back() async throws {
        let browser = Browser(try await server())
        try await browser.open("/welcome/sign-in")
        let (login, form) = (browser.target, browser.form)
        try await browser.submit(Self.right)
        let page = try await browser.open(login)
        #expect(browser.target == "/" && page.status == .ok && page.text.contains("gatehouse-welcome"))
        try await browser.post(form.action, form.fields.merging(Self.right) { $1 })
        #expect(browser.target == "/" && browser.page?.text.contains("gatehouse-welcome") == true)
    }

    @Test("signing out needs the page's token")
    func signOutToken() async throws {
        let browser = Browser(try await server())
        try await browser.open("/welcome/sign-in")
        try await browser.submit(Self.right)
        for form in [[:], ["csrf": ""], ["csrf": "AAAA"]] {
            #expect(try await browser.post("/welcome/sign-out", form).status == .forbidden)
        }
        #expect(browser.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }

    @Test("when the session is over the page is the first one again")
    func sessionOver() async throws {
        let server = try await server()
        let browser = Browser(server)
        try await browser.open("/welcome/sign-in")
        try await browser.submit(Self.right)
        _ = try await server.session("logout", token: browser.cookies["iPlanetDirectoryPro"])
        #expect(try await browser.open("/").text.contains("href=\"/welcome/sign-in\""))
    }

    @Test("the client follows the server's address, and is registered once")
    func client() async throws {
        let server = try await server()
        try await WelcomeClient.register(in: server.domain.directory, realm: TestDomain.alpha, at: server.configuration.publicAddress)
        let moved = try PublicAddress("https://login.example.com")
        try await WelcomeClient.register(in: server.domain.directory, realm: TestDomain.alpha, at: moved)
        let alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let client = try #require(try await server.domain.directory.applications.application(WelcomeClient.id, in: alpha.id))
        #expect(client.settings.redirectURIs == ["https://login.example.com/welcome/callback"])
        #expect(client.isPublic)
    }

    @Test("assets may be kept for good and are found unchanged")
    func assets() async throws {
        let server = try await server()
        let sheet = try await server.send(.get, Asset.stylesheet.versionedPath)
        #expect(sheet.headers[.contentType] == "text/css; charset=utf-8")
        #expect(sheet.headers[.cacheControl]?.contains("immutable") == true)
        let again = try await server.send(.get, Asset.stylesheet.path, headers: [.ifNoneMatch: sheet.headers[.eTag] ?? ""])
        #expect(again.status == .notModified)
        #expect(again.text.isEmpty)
        #expect(try await server.send(.get, "/assets/../master.key").status == .notFound)
    }
}
