import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OAuth
import OAuthMessages
import Primitives
import Testing

import Services
import Directory

@Suite("OpenID dialect: the page that asks for consent (OpenID Connect Core §3.1.2.4)")
struct ConsentPageTests {
    private static let families = ["/am/oauth2/realms/root/realms/alpha", "/realms/alpha", "environment"]

    private func harness(_ change: (inout RealmSettings) -> Void = { _ in }) async throws -> OpenIDHarness {
        let harness = try await OpenIDHarness()
        var application = try #require(try await harness.server.domain.directory.applications.application("app", in: harness.realm.id))
        (application.settings.impliedConsent, application.settings.name) = (false, "Bank & <Sons>")
        try await harness.server.domain.directory.applications.update(application)
        var realm = harness.realm
        change(&realm.settings)
        try await harness.server.domain.directory.realms.update(realm)
        return harness
    }

    private func browser(_ harness: OpenIDHarness) -> Browser {
        let browser = Browser(harness.server)
        browser.headers = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .known("Sec-Fetch-Mode"): "navigate"]
        browser.keep("iPlanetDirectoryPro", harness.session.reveal())
        return browser
    }

    private func path(_ family: String, _ harness: OpenIDHarness) -> String {
        family == "environment" ? "/\(harness.realm.id.uuidString.lowercased())/as" : family
    }

    @Test("who asks, for what, on whose behalf; yes gives a code, in every family of paths", arguments: families)
    func asks(_ family: String) async throws {
        let harness = try await harness()
        let browser = browser(harness)
        let page = try await browser.open(path(family, harness) + "/authorize?" + OpenIDHarness.query(["state": "a+b & c"]))
        #expect(page.status == .ok && page.text.contains("<h1>Allow access?</h1>"))
        #expect(page.text.contains("<strong>Bank &amp; &lt;Sons&gt;</strong> asks for:"))
        #expect(page.text.contains("<li>the identifier of your account</li>") && page.text.contains("<li>your name and language</li>"))
        #expect(page.text.contains("<code>demo</code>") && page.text.contains("<code>org.forgerock.demo:</code>"))
        let answer = try await browser.submit(["decision": "allow"])
        #expect(answer.status == .found && answer.headers[.location]?.hasPrefix(OpenIDHarness.redirect + "?code=") == true)
        #expect(OpenIDHarness.parameter("state", of: answer) == "a+b & c")
        // It wasn't to be remembered.
        let again = try await browser.open(path(family, harness) + "/authorize?" + OpenIDHarness.query())
        #expect(again.text.contains("Allow access?"))
    }

    @Test("the page has no script, can't be framed or kept, and its form leads here and to the application alone")
    func policy() async throws {
        let harness = try await harness()
        let page = try await browser(harness).open("/realms/alpha/authorize?" + OpenIDHarness.query())
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'") && policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("form-action 'self' org.forgerock.demo:;") && !policy.contains("script"))
        #expect(page.headers[.cacheControl]?.contains("no-store") == true && page.headers[.known("X-Frame-Options")] == "DENY")
        #expect(!page.text.contains("<script"))
    }

    @Test("in the user's language and the realm's words; a scope without a text is shown by its name")
    func words() async throws {
        let harness = try await harness { $0[AuthorizationSettings.self].scopeTexts = ["openid": ["de": "Ihre Kundennummer"]] }
        let browser = browser(harness)
        browser.headers[.acceptLanguage] = "fr;q=0.5, de-CH"
        let page = try await browser.open("/realms/alpha/authorize?" + OpenIDHarness.query())
        #expect(page.text.contains("<h1>Zugriff erlauben?</h1>") && page.text.contains("<li>Ihre Kundennummer</li>"))
        #expect(page.text.contains("<li>profile</li>"))
        let french = try await browser.open("/realms/alpha/authorize?" + OpenIDHarness.query(["ui_locales": "fr-CA de"]))
        #expect(french.text.contains("<h1>Autoriser l’accès ?</h1>"))
    }

    @Test("no sends the browser back with access_denied")
    func denied() async throws {
        let harness = try await harness()
        let browser = browser(harness)
        try await browser.open("/realms/alpha/authorize?" + OpenIDHarness.query())
        let answer = try await browser.submit(["decision": "deny", "save_consent": "on"])
        #expect(OpenIDHarness.parameter("error", of: answer) == "access_denied")
        #expect(OpenIDHarness.parameter("state", of: answer) == "s t")
    }

    @Test("what is remembered stands on the account page, where it can be withdrawn with the tokens")
    func withdrawn() async throws {
        let harness = try await harness()
        let browser = browser(harness)
        try await browser.open("/realms/alpha/authorize?" + OpenIDHarness.query())
        #expect(try await browser.submit(["decision": "allow", "save_consent": "on"]).status == .found)
        let tokens = try await harness.tokens()
        #expect(tokens["access_token"] != nil)
        let account = try await browser.open("/realms/alpha/account")
        #expect(account.text.contains("Apps and consents") && account.text.contains("<strong>Bank &amp; &lt;Sons&gt;</strong>"))
        #expect(account.text.contains("the identifier of your account, your name and language"))
        // Without the form's token nothing happens.
        let forged = try await browser.post("/realms/alpha/account/consents", ["application": "app", "csrf": "x"])
        #expect(forged.status == .forbidden)
        let csrf = try #require(account.text.firstMatch(of: /name="csrf" value="([^"]*)"/)).1
        try await browser.open("/realms/alpha/account")
        let done = try await browser.post("/realms/alpha/account/consents", ["application": "app", "csrf": String(csrf)])
        #expect(done.status == .ok && !done.text.contains("Applications with access"))
        let refreshed = try await harness.post(
            "/realms/alpha/token", "client_id=app&grant_type=refresh_token&refresh_token=\(tokens["refresh_token"]?.string ?? "")")
        #expect(refreshed.json["error"] == "invalid_grant")
        #expect(try await browser.open("/realms/alpha/authorize?" + OpenIDHarness.query()).text.contains("Allow access?"))
    }

    @Test("a decision counts in a posted form with the page's own token alone")
    func forged() async throws {
        let harness = try await harness()
        let browser = browser(harness)
        let target = "/realms/alpha/authorize?" + OpenIDHarness.query()
        let page = try await browser.open(target)
        let ticket = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]*)"/)).1)
        // In a link.
        let linked = try await browser.open(target + "&decision=allow&csrf=" + ticket)
        #expect(linked.status == .ok && linked.text.contains("Allow access?"))
        // In the address to which an empty form, or one with the other half, is posted.
        for fields in [[:], ["decision": "allow"], ["csrf": ticket], ["save_consent": "on"]] as [[String: String]] {
            let added = ["decision": "allow", "csrf": ticket].filter { fields[$0.key] == nil }
            let address = target + added.map { "&\($0.key)=\($0.value)" }.joined()
            #expect(try await browser.post(address, fields).text.contains("Allow access?"))
        }
        // From elsewhere, with a token of another question, or none; and for another scope than was shown.
        for fields in [["decision": "allow", "csrf": "x"], ["decision": "allow"], ["csrf": ticket]] {
            #expect(try await browser.post(target, fields).text.contains("Allow access?"))
        }
        let wider = "/realms/alpha/authorize?" + OpenIDHarness.query(["scope": "openid profile email"])
        #expect(try await browser.post(wider, ["decision": "allow", "csrf": ticket]).text.contains("Allow access?"))
        // In another session.
        let other = self.browser(harness)
        other.keep("iPlanetDirectoryPro", try await harness.server.sessionToken())
        #expect(try await other.post(target, ["decision": "allow", "csrf": ticket]).text.contains("Allow access?"))
        // Twice: a double click gets the one code, and nothing more later.
        let first = try await browser.post(target, ["decision": "allow", "csrf": ticket])
        let second = try await browser.post(target, ["decision": "allow", "csrf": ticket])
        #expect(first.status == .found && first.headers[.location] == second.headers[.location])
        harness.server.time.advance(by: 11)
        #expect(try await browser.post(target, ["decision": "allow", "csrf": ticket]).text.contains("Allow access?"))
    }

    @Test("where no page can be shown the client is told: prompt=none, an app's request, a page's script, a flow")
    func noPage() async throws {
        let harness = try await harness()
        let silent = try await browser(harness).send(.get, "/realms/alpha/authorize?" + OpenIDHarness.query(["prompt": "none"]))
        #expect(OpenIDHarness.parameter("error", of: silent) == "consent_required")
        let session = harness.server.presenting(harness.session.reveal())
        for field in [
            HTTPField(name: .known("X-Requested-With"), value: "forgerock-sdk"), HTTPField(name: .known("Sec-Fetch-Mode"), value: "cors"),
            HTTPField(name: .accept, value: "application/json"),
        ] {
            var headers = session
            headers[field.name] = field.value
            let answer = try await harness.server.send(.get, OpenIDHarness.am + "/authorize?" + OpenIDHarness.query(), headers: headers)
            #expect(answer.status == .found && OpenIDHarness.parameter("error", of: answer) == "consent_required", "\(field)")
        }
        let flow = try await harness.server.send(
            .get, path("environment", harness) + "/authorize?" + OpenIDHarness.query(["response_mode": "pi.flow"]), headers: session)
        #expect(flow.json["details"]?.array?.first?["code"] == "CONSENT_REQUIRED")
    }

    @Test("a pushed request is asked about, too, and its code is issued once")
    func pushed() async throws {
        let harness = try await harness()
        let uri = try #require(try await harness.post("/realms/alpha/par", OpenIDHarness.query()).json["request_uri"]?.string)
        let browser = browser(harness)
        let page = try await browser.open("/realms/alpha/authorize?" + FormBody([("client_id", "app"), ("request_uri", uri)]).encoded)
        #expect(page.text.contains("Allow access?"))
        // Its own life, of a minute, is meant for the way here.
        harness.server.time.advance(by: 300)
        let form = browser.form
        let fields = form.fields.merging(["decision": "allow", "save_consent": "on"]) { $1 }
        let answer = try await browser.post(form.action, fields)
        #expect(!OpenIDHarness.parameter("code", of: answer).isEmpty)
        #expect(try await browser.post(form.action, fields).headers[.location] == answer.headers[.location])
    }
}
