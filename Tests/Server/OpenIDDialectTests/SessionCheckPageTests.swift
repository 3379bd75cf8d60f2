import Crypto
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
@testable import RealmHTTP
import Sessions
import Testing

import OAuth
import Services
import Directory

@Suite("OpenID Connect Session Management 1.0: session_state, and the page that watches it")
struct SessionCheckPageTests {
    private static let redirect = "https://App.example:443/cb"

    private func harness() async throws -> OpenIDHarness {
        let harness = try await OpenIDHarness()
        var application = try #require(try await harness.server.domain.directory.applications.application("app", in: harness.realm.id))
        application.settings.redirectURIs += [Self.redirect]
        try await harness.server.domain.directory.applications.update(application)
        return harness
    }

    @Test("session_state is the digest of client, origin, browser state and salt, as the page's script computes it")
    func state() async throws {
        let harness = try await harness()
        let cookie: HTTPFields = [.cookie: "iPlanetDirectoryPro=\(harness.session.reveal())"]
        let answer = try await harness.server.send(
            .get, OpenIDHarness.am + "/authorize?" + OpenIDHarness.query(["redirect_uri": Self.redirect]), headers: cookie)
        let told = OpenIDHarness.parameter("session_state", of: answer)
        let line = try #require(answer.setCookie("gatehouse-state"))
        #expect(!line.contains("HttpOnly") && line.contains("Path=/"))
        let browser = String(line.dropFirst("gatehouse-state=".count).prefix { $0 != ";" })
        #expect(browser == BrowserState(session: harness.session).value && !harness.session.reveal().contains(browser))
        let salt = try #require(told.split(separator: ".").last)
        let digest = SHA256.hash(data: Array("app https://app.example \(browser) \(salt)".utf8))
        #expect(told == "\(Base64URL.encode(Array(digest))).\(salt)")
        let again = try await harness.server.send(
            .get, OpenIDHarness.am + "/authorize?" + OpenIDHarness.query(["redirect_uri": Self.redirect]),
            headers: [.cookie: "iPlanetDirectoryPro=\(harness.session.reveal()); gatehouse-state=\(browser)"])
        #expect(again.setCookie("gatehouse-state") == nil && OpenIDHarness.parameter("session_state", of: again) != told)
    }

    @Test("no answer of a browser without a session holds a state, and the script has none of that unchanged, whoever asks")
    func signedOut() async throws {
        let harness = try await harness()
        for cookie in ["other=x", "gatehouse-state=x", "iPlanetDirectoryPro=stale"] {
            for type in ["code", "none", "id_token"] {
                let answer = try await harness.server.send(
                    .get,
                    OpenIDHarness.am + "/authorize?"
                        + OpenIDHarness.query(["redirect_uri": Self.redirect, "prompt": "none", "response_type": type]),
                    headers: [.cookie: cookie])
                let location = try #require(answer.headers[.location])
                #expect(location.contains("error=") && !location.contains("session_state"))
            }
        }
        let script = try await harness.server.send(.get, "/assets/session-check.js").text
        #expect(script.contains(#"held !== "" && now === told ? "unchanged" : "changed""#))
    }

    @Test("apps without an origin, requests without openid and refusals have none")
    func none() async throws {
        let harness = try await harness()
        for changes in [[:], ["redirect_uri": Self.redirect, "scope": "profile"], ["redirect_uri": Self.redirect, "scope": "admin"]] {
            #expect(OpenIDHarness.parameter("session_state", of: try await harness.authorize(changes)).isEmpty)
        }
    }

    @Test("the page may be framed, runs our script alone, and names the cookie", arguments: [OpenIDHarness.am, "/realms/alpha"])
    func page(_ path: String) async throws {
        let harness = try await harness()
        let document = try await harness.server.send(.get, path + "/.well-known/openid-configuration").json
        let url = try #require(document["check_session_iframe"]?.string)
        let page = try await harness.server.send(.get, String(url.dropFirst("http://127.0.0.1:8080".count)))
        #expect(page.status == .ok && page.text.contains("data-cookie=\"gatehouse-state\""))
        #expect(page.headers[.known("X-Frame-Options")] == nil)
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'self'") && !policy.contains("frame-ancestors"))
        #expect(!page.text.contains("<script>"))
    }

    @Test("whoever signs out, or whose session has ended, has no state any more")
    func ended() async throws {
        let harness = try await harness()
        let cookies: HTTPFields = [.cookie: "iPlanetDirectoryPro=\(harness.session.reveal()); gatehouse-state=x"]
        let hint = try #require(try await harness.tokens()["id_token"]?.string)
        let out = try await harness.server.send(.get, "/realms/alpha/logout?id_token_hint=\(hint)", headers: cookies)
        #expect(out.setCookie("gatehouse-state")?.contains("Max-Age=0") == true)
        let silent = try await harness.server.send(
            .get, "/realms/alpha/authorize?" + OpenIDHarness.query(["prompt": "none"]), headers: cookies)
        #expect(silent.setCookie("gatehouse-state")?.contains("Max-Age=0") == true)
    }

    @Test("with TLS the cookie is this host's alone, and goes to frames of other sites")
    func secure() throws {
        let cookie = try SessionCookie(at: try PublicAddress("https://login.example.com"))
        let line = BrowserStateCookie(beside: cookie).carrying(BrowserState(session: Secret("T")))
        #expect(line.cookie.name == "__Host-gatehouse-state" && line.cookie.sameSite == .some(.none) && line.cookie.secure)
        #expect(!line.cookie.httpOnly)
    }
}
