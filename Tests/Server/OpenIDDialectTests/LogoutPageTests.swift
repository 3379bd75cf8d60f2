import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
@testable import PageHTTP
import Pages
import Primitives
import Store
import Testing

import Services
import Sessions
import Directory

@Suite("OpenID dialect: signing out in a browser (RP-Initiated Logout 1.0)")
struct LogoutPageTests {
    private static let place = "post_logout_redirect_uri=org.forgerock.demo%3A%2F%2Foauth2redirect"
    private static let paths = ["/am/oauth2/realms/root/realms/alpha/connect/endSession", "/realms/alpha/logout"]

    private func browser(_ harness: OpenIDHarness) -> Browser {
        let browser = Browser(harness.server)
        browser.headers = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
        browser.keep("iPlanetDirectoryPro", harness.session.reveal())
        return browser
    }

    private func isAlive(_ harness: OpenIDHarness) async throws -> Bool {
        try await harness.server.domain.session.registry.peek(harness.session, in: harness.realm.id) != nil
    }

    @Test("without a hint a page asks; saying yes ends the session and takes its cookie", arguments: paths)
    func asks(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let browser = browser(harness)
        let page = try await browser.open(path)
        #expect(page.status == .ok && page.text.contains("<h1>Sign out?</h1>") && page.text.contains("<code>demo</code>"))
        #expect(page.headers[.cacheControl]?.contains("no-store") == true && page.headers[.known("X-Frame-Options")] == "DENY")
        #expect(try await isAlive(harness))
        let done = try await browser.submit()
        #expect(done.status == .ok && done.text.contains("You are signed out"))
        #expect(try await !isAlive(harness))
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test("a client that names itself gets the browser back, once the user has said yes")
    func comesBack() async throws {
        let harness = try await OpenIDHarness()
        let browser = browser(harness)
        let page = try await browser.open("/realms/alpha/logout?client_id=app&\(Self.place)&state=x%20y")
        #expect(page.status == .ok && page.headers[.contentSecurityPolicy]?.contains("form-action 'self' org.forgerock.demo:;") == true)
        let done = try await browser.submit()
        #expect(done.status == .found && done.headers[.location] == OpenIDHarness.redirect + "?state=x%20y")
        #expect(try await !isAlive(harness))
    }

    @Test(
        "nobody is sent where no client has registered, and a request with an error asks for nothing",
        arguments: [
            ("client_id=app&post_logout_redirect_uri=https://evil.example", 400), ("client_id=nobody&\(place)", 400),
            ("\(place)&\(place)", 400), ("\(place)", 200), ("id_token_hint=x.y.z&client_id=app&\(place)", 200),
        ])
    func nowhereElse(_ query: String, _ status: Int) async throws {
        let harness = try await OpenIDHarness()
        let browser = browser(harness)
        #expect(try await browser.open("/realms/alpha/logout?" + query).status.code == status)
        #expect(try await isAlive(harness))
        guard status == 200 else { return }
        let done = try await browser.submit()
        #expect(done.status == .ok && done.headers[.location] == nil)
    }

    @Test("another page can't say yes: no token, another session's token, or one for another purpose")
    func forged() async throws {
        let harness = try await OpenIDHarness()
        let browser = browser(harness)
        let forms = FormTokens(harness.server.domain.platform.sealer)
        let other = try await harness.server.sessionToken()
        for token in ["", "AAAA", forms.token(for: "sign out " + other), forms.token(for: harness.session.reveal())] {
            let answer = try await browser.post("/realms/alpha/logout", ["csrf": token])
            #expect(answer.status == .ok && answer.text.contains("Sign out?"))
            #expect(try await isAlive(harness))
        }
        // A token in the query of a link says nothing either.
        try await browser.open("/realms/alpha/logout?csrf=" + forms.token(for: "sign out " + harness.session.reveal()))
        #expect(try await isAlive(harness))
    }

    @Test("a hint of the same user ends the session without a question; of another user it ends theirs, and asks")
    func hints() async throws {
        let harness = try await OpenIDHarness()
        let hint = try #require(try await harness.tokens()["id_token"]?.string)
        let domain = harness.server.domain
        let user = try await domain.directory.users.create("other", in: harness.realm.id)
        let realm = harness.realm
        let theirs = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
        let browser = browser(harness)
        browser.keep("iPlanetDirectoryPro", theirs.reveal())
        let page = try await browser.open("/realms/alpha/logout?id_token_hint=\(hint)")
        #expect(page.text.contains("Sign out?") && page.text.contains("<code>other</code>"))
        #expect(try await !isAlive(harness))
        #expect(try await domain.session.registry.peek(theirs, in: realm.id) != nil)
        let second = try await OpenIDHarness()
        let own = try #require(try await second.tokens()["id_token"]?.string)
        let done = try await self.browser(second).open("/realms/alpha/logout?id_token_hint=\(own)")
        #expect(done.text.contains("You are signed out"))
        #expect(try await !isAlive(second))
    }

    @Test(
        "programs are told what is wrong instead: by X-Requested-With, by fetch, by asking for JSON",
        arguments: [
            ["X-Requested-With": "forgerock-sdk"], ["Sec-Fetch-Mode": "cors", "Accept": "*/*"], ["Accept": "application/json"],
            ["Sec-Fetch-Mode": "cors", "Accept": "text/html"], ["Origin": "https://app.example", "Accept": "text/html"],
        ])
    func programs(_ fields: [String: String]) async throws {
        let harness = try await OpenIDHarness()
        var headers: HTTPFields = [.cookie: "iPlanetDirectoryPro=\(harness.session.reveal())"]
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        for query in ["", "?id_token_hint=x.y.z", "?client_id=app"] {
            let answer = try await harness.server.send(.get, "/realms/alpha/logout" + query, headers: headers)
            #expect(answer.status == .badRequest && answer.json["error"] == "invalid_request")
        }
        #expect(try await isAlive(harness))
    }

    @Test("without a browser: 204 for an ID token of the realm, an error for anything else; nobody is asked or sent on")
    func silent() async throws {
        let harness = try await OpenIDHarness()
        let path = "/am/oauth2/alpha/connect/idpEndSession"
        let refused = try await harness.server.send(.get, path, headers: [.accept: "application/json"])
        #expect(refused.status == .badRequest && refused.json["error"] == "invalid_request")
        let hint = try #require(try await harness.tokens()["id_token"]?.string)
        let query = "?id_token_hint=\(hint)&client_id=app&\(Self.place)"
        let done = try await harness.server.send(
            .get, path + query, headers: [.accept: "*/*", .cookie: "iPlanetDirectoryPro=\(harness.session.reveal())"])
        #expect(done.status == .noContent && done.headers[.location] == nil)
        #expect(done.setCookie("iPlanetDirectoryPro")?.contains("Max-Age=0") == true)
        #expect(try await !isAlive(harness))
    }

    @Test(
        "a browser that navigates to the silent endpoint comes back to where the client has registered, in every family of paths",
        arguments: ["/am/oauth2/alpha/connect/idpEndSession", "/realms/alpha/logout/silent", "environment"])
    func silentInBrowser(_ path: String) async throws {
        let harness = try await OpenIDHarness()
        let path = path == "environment" ? "/\(harness.realm.id.uuidString.lowercased())/as/idpSignoff" : path
        let hint = try #require(try await harness.tokens()["id_token"]?.string)
        let browser = browser(harness)
        let elsewhere = try await browser.open(path + "?id_token_hint=\(hint)&post_logout_redirect_uri=https://evil.example")
        #expect(elsewhere.status == .badRequest && elsewhere.headers[.location] == nil)
        let nobodys = try await browser.open(path + "?client_id=app&\(Self.place)")
        #expect(nobodys.status == .badRequest && nobodys.headers[.location] == nil)
        #expect(try await isAlive(harness))
        let back = try await browser.open(path + "?id_token_hint=\(hint)&\(Self.place)&state=x")
        #expect(back.status == .found && back.headers[.location] == OpenIDHarness.redirect + "?state=x")
        #expect(try await !isAlive(harness) && browser.cookies["iPlanetDirectoryPro"] == nil)
    }

    @Test("whoever isn't signed in needn't be asked")
    func nobody() async throws {
        let harness = try await OpenIDHarness()
        let browser = Browser(harness.server)
        browser.headers = [.accept: "text/html", .acceptLanguage: "de"]
        #expect(try await browser.open("/realms/alpha/logout").text.contains("Sie sind abgemeldet"))
        let back = try await browser.open("/realms/alpha/logout?client_id=app&\(Self.place)")
        #expect(back.headers[.location] == OpenIDHarness.redirect)
    }
}
