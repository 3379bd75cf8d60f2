import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
@testable import RealmHTTP
import Testing

@Suite("The sign-on page")
struct SignOnTests {
    private static let right = ["IDToken1": TestDomain.username, "IDToken2": TestDomain.password]

    @Test("shows the journey's first step as a form, with strict headers and a cookie that binds it to the browser")
    func firstPage() async throws {
        let browser = Browser(try await ServerHarness())
        let page = try await browser.open("/realms/alpha/login")
        #expect(page.status == .ok)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(page.headers[.known("X-Frame-Options")] == "DENY")
        #expect(page.headers[.cacheControl] == "no-store")
        #expect(page.text.contains("name=\"IDToken1\"") && page.text.contains("name=\"IDToken2\""))
        #expect(page.text.matches(of: /<script/).count == 1 && page.text.contains("/assets/passwords.js"))
        let cookie = page.setCookie("gatehouse_journey") ?? ""
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"))
    }

    @Test("signs in: the session is in its cookie, the browser at the front page")
    func signsIn() async throws {
        let browser = Browser(try await ServerHarness())
        try await browser.open("/realms/alpha/login")
        let end = try await browser.submit(Self.right)
        #expect(browser.target == "/")
        #expect(end.status == .ok)
        #expect(browser.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }

    @Test("with an https address its cookies are Secure and for this host only")
    func secure() async throws {
        let page = try await ServerHarness(at: "https://login.example.com").send(.get, "/realms/alpha/login")
        #expect(page.setCookie("__Host-gatehouse_journey")?.contains("Secure") == true)
    }

    @Test(
        "a wrong password shows the form again and says so, in the browser's language", arguments: ["Login", "sdkUsernamePasswordJourney"])
    func wrongPassword(journey: String) async throws {
        let browser = Browser(try await ServerHarness())
        browser.headers = [.acceptLanguage: "de"]
        try await browser.open("/realms/alpha/login?journey=\(journey)")
        let again = try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": "wrong"])
        #expect(again.text.contains("Das hat nicht geklappt"))
        #expect(
            again.text.contains("value=\"\(TestDomain.username)\"") && !again.text.contains("wrong"), "the name stays, and no secret does")
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
        try await browser.submit(Self.right)
        #expect(browser.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }

    @Test("an empty submission signs nobody in")
    func empty() async throws {
        let browser = Browser(try await ServerHarness())
        try await browser.open("/realms/alpha/login?journey=sdkUsernamePasswordJourney")
        try await browser.submit()
        try await browser.post("/realms/alpha/login", [:])
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test("login CSRF: a form shown to one browser is worth nothing in another")
    func otherBrowser() async throws {
        let server = try await ServerHarness()
        let (attacker, victim) = (Browser(server), Browser(server))
        try await attacker.open("/realms/alpha/login")
        try await victim.open("/realms/alpha/login")
        let form = try #require(attacker.page?.text)
        let state = try #require(form.firstMatch(of: /name="state" value="([^"]*)"/)?.1)
        let own = try #require(victim.page?.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.1)
        let foreign = try #require(form.firstMatch(of: /name="csrf" value="([^"]*)"/)?.1)
        for csrf in [own, foreign, ""] {
            try await victim.post("/realms/alpha/login", Self.right.merging(["state": String(state), "csrf": String(csrf)]) { $1 })
            #expect(victim.cookies["iPlanetDirectoryPro"] == nil)
        }
    }

    @Test("without the cookie nothing is answered, and the journey begins anew")
    func noCookie() async throws {
        let browser = Browser(try await ServerHarness())
        try await browser.open("/realms/alpha/login")
        browser.forget("gatehouse_journey")
        let again = try await browser.submit(Self.right)
        #expect(again.status == .forbidden)
        #expect(again.text.contains("name=\"IDToken1\""))
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test("a page left open too long begins anew")
    func timeout() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        try await browser.open("/realms/alpha/login")
        server.time.advance(by: 301)
        let again = try await browser.submit(Self.right)
        #expect(again.text.contains("Please start again here"))
        try await browser.submit(Self.right)
        #expect(browser.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }

    @Test("the same form sent twice signs in once; the second lands where the first did, and gets its session")
    func twice() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        try await browser.open("/realms/alpha/login")
        let form = browser.form
        try await browser.submit(Self.right)
        let session = try #require(browser.cookies["iPlanetDirectoryPro"])
        // As a browser has it that is told to send another form while it waits: the first answer is lost.
        browser.forget("iPlanetDirectoryPro")
        try await browser.post(form.action, form.fields.merging(Self.right) { $1 })
        #expect(browser.target == "/")
        #expect(browser.cookies["iPlanetDirectoryPro"] == session)
        server.time.advance(by: 10)
        browser.forget("iPlanetDirectoryPro")
        try await browser.post(form.action, form.fields.merging(Self.right) { $1 })
        #expect(browser.page?.text.contains("Please start again here") == true)
    }

    @Test("a wrong password sent twice says that it was wrong, and one of these sent from another browser nothing")
    func wrongTwice() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        try await browser.open("/realms/alpha/login?journey=sdkUsernamePasswordJourney")
        let (page, target) = (browser.page?.text ?? "", browser.target)
        let state = try #require(page.firstMatch(of: /name="state" value="([^"]*)"/)?.1)
        let csrf = try #require(page.firstMatch(of: /name="csrf" value="([^"]*)"/)?.1)
        let form = ["IDToken1": TestDomain.username, "IDToken2": "wrong", "state": String(state), "csrf": String(csrf)]
        for _ in 0..<2 { #expect(try await browser.post(target, form).text.contains("id=\"error\"")) }
        let other = Browser(server)
        try await other.open("/realms/alpha/login?journey=sdkUsernamePasswordJourney")
        #expect(try await other.post(target, form).status == .forbidden)
    }

    @Test("no open redirect", arguments: ["https://evil.example", "//evil.example", "/\\evil.example", "/realms/beta/authorize", "/"])
    func openRedirect(goto: String) async throws {
        let server = try await ServerHarness()
        let page = try await server.send(.get, "/realms/alpha/login?goto=\(goto)")
        #expect(page.status == .badRequest)
        #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(page.headers[.location] == nil)
        #expect(!page.text.contains("evil.example"))
    }

    @Test("somebody who is signed in is sent on at once, unless the sign-in is forced")
    func signedIn() async throws {
        let browser = Browser(try await ServerHarness())
        try await browser.open("/realms/alpha/login")
        try await browser.submit(Self.right)
        try await browser.open("/realms/alpha/login")
        #expect(browser.target == "/")
        try await browser.open("/realms/alpha/login?ForceAuth=true")
        #expect(browser.page?.text.contains("name=\"IDToken1\"") == true)
    }

    @Test("an unknown journey or realm is a page that says so")
    func unknown() async throws {
        let server = try await ServerHarness()
        for (target, status) in [("/realms/alpha/login?journey=nope", 400), ("/realms/beta/login", 404)] {
            let page = try await server.send(.get, target)
            #expect(page.status.code == status)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
        }
    }

    @Test("a waiting page comes back by itself and goes on when the wait is over")
    func waiting() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        let page = try await browser.open("/realms/alpha/login?journey=Wait")
        let refresh = try #require(page.text.firstMatch(of: /http-equiv="refresh" content="(\d+);url=([^"]*)"/))
        #expect(Int(refresh.1) == 5)
        let next = String(refresh.2).replacing("&amp;", with: "&")
        let early = try await browser.open(next)
        #expect(early.text.contains("http-equiv=\"refresh\""))
        server.time.advance(by: 6)
        let credentials = try await browser.open(next)
        #expect(credentials.text.contains("name=\"IDToken2\""))
        try await browser.submit(Self.right)
        #expect(browser.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }

    @Test("the script of a waiting page learns where the journey leads; a browser that loads the page is sent there")
    func waitingScript() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        let page = try await browser.open("/realms/alpha/login?journey=Wait")
        let path = String(try #require(page.text.firstMatch(of: /data-wait-path="([^"]*)"/)).1).replacing("&amp;", with: "&")
        browser.headers = [.known("X-Requested-With"): "gatehouse-waiting"]
        let early = try await browser.open(path)
        #expect(early.status == .ok && early.text.contains("data-wait-path"))
        #expect(early.headers[.contentSecurityPolicy]?.contains("connect-src 'self'") == true)
        // The button to give up sends the browser away, which the script is told in words.
        server.time.advance(by: 6)
        #expect(try await browser.open(path).text.contains("name=\"IDToken2\""))
        try await browser.submit(Self.right)
        let done = try await browser.send(.get, path)
        #expect(done.status == .ok && done.json["location"]?.string?.isEmpty == false)
    }

    @Test("choices and buttons work without script")
    func choices() async throws {
        let server = try await ServerHarness()
        let chooser = Browser(server)
        try await chooser.open("/realms/alpha/login?journey=Choice")
        try await chooser.submit(["IDToken1": "0"])
        #expect(chooser.page?.text.contains("name=\"IDToken2\"") == true)
        let reader = Browser(server)
        try await reader.open("/realms/alpha/login?journey=Message")
        try await reader.submit(["IDToken2": "0"])
        try await reader.submit(Self.right)
        #expect(reader.cookies["iPlanetDirectoryPro"]?.isEmpty == false)
    }
}
