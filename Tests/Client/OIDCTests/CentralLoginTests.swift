import AsyncHTTPTransport
import ClientTesting
import DeviceFoundation
import Foundation
import LoopbackRedirect
import OAuthMessages
import OIDC
import Primitives
import Synchronization
import Testing

/// A browser whose user signs in at once, and which then follows the redirect: over a real connection.
private struct EagerBrowser: URLOpener {
    let server: ScriptedServer
    /// What it asks for before it follows the redirect, as paths on the app's port.
    var before: [@Sendable (_ redirect: String) -> String] = []
    let seen = Answers()

    final class Answers: Sendable {
        let all = Mutex<[(status: Int, text: String)]>([])
    }

    func open(_ url: URL) async throws {
        let answer = server.authorize(HTTPRequest(.get, url), signedIn: true)
        let location = try #require(answer.headers["Location"])
        Task {
            for path in before { try await follow(path(location)) }
            try await follow(location)
        }
    }

    private func follow(_ location: String) async throws {
        let response = try await AsyncHTTPTransport().send(HTTPRequest(.get, try #require(URL(string: location))))
        seen.all.withLock { $0.append((response.status, String(decoding: response.body, as: UTF8.self))) }
    }
}

@Suite("Central login through a loopback redirect (RFC 8252)", .timeLimit(.minutes(10)))
struct CentralLoginTests {
    private let time = ManualTime()
    private let store = InMemoryStore()
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer(time: time) }

    private func client(_ redirect: String = "http://127.0.0.1/callback") -> OIDCClient {
        OIDCClient.testing(server, store: store, time: time, redirect: redirect)
    }

    @Test("the browser comes back with tokens", arguments: ["http://127.0.0.1/callback", "http://localhost/callback", "http://127.0.0.1"])
    func signsIn(_ redirect: String) async throws {
        let browser = EagerBrowser(server: server)
        let client = client(redirect)
        let tokens = try await client.signIn(through: LoopbackBrowser(opener: browser))
        #expect(tokens.subject == "demo")
        #expect(try await client.storedTokens == tokens)
        let sent = try #require(server.requests(to: "access_token").first?.form["redirect_uri"])
        #expect(sent.wholeMatch(of: /http:\/\/(127\.0\.0\.1|localhost):\d+(\/callback)?/) != nil)
    }

    @Test("the session of an earlier journey ends, since the new tokens don't belong to it")
    func earlierSession() async throws {
        try await server.keep(server.newSession(), in: store)
        _ = try await client().signIn(through: LoopbackBrowser(opener: EagerBrowser(server: server)))
        #expect(server.sessions.isEmpty)
        #expect(await store.keys(in: "session").isEmpty)
    }

    @Test("the page that remains is friendly, and tells the browser to keep nothing")
    func page() async throws {
        let browser = EagerBrowser(server: server)
        _ = try await client().signIn(through: LoopbackBrowser(opener: browser))
        while browser.seen.all.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
        let shown = try #require(browser.seen.all.withLock { $0.first })
        #expect(shown.status == 200)
        #expect(shown.text.contains("You can close this page"))
    }

    @Test("requests that are not the redirect are turned away, and the login goes on")
    func strangers() async throws {
        let browser = EagerBrowser(
            server: server,
            before: [
                { String($0.prefix { $0 != "?" }).replacing("/callback", with: "/favicon.ico") },
                { String($0.prefix { $0 != "?" }) + "?code=stolen&state=guessed" }, { String($0.prefix { $0 != "?" }) + "?code=x" },
                { $0 + "&state=twice" },
            ])
        #expect(try await client().signIn(through: LoopbackBrowser(opener: browser)).subject == "demo")
        while browser.seen.all.withLock({ $0.count < 5 }) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(browser.seen.all.withLock { $0.map(\.status) } == [404, 404, 404, 404, 200])
    }

    @Test("further parameters reach the sign-in page")
    func parameters() async throws {
        let asked = Mutex<[String: String]>([:])
        let opener = Opener { url in
            asked.withLock { $0 = HTTPRequest(.get, url).query }
            throw URLOpenerError("enough")
        }
        _ = try? await client().signIn(through: LoopbackBrowser(opener: opener), parameters: ["acr_values": "simple", "prompt": "login"])
        let query = asked.withLock { $0 }
        #expect(query["acr_values"] == "simple")
        #expect(query["prompt"] == "login")
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
    }

    @Test("a browser that does not open is an error of its own")
    func noBrowser() async throws {
        let opener = Opener { _ in throw URLOpenerError("no display") }
        await #expect(throws: OIDCError(.browser, "")) { try await client().signIn(through: LoopbackBrowser(opener: opener)) }
    }

    @Test("an opener that ends with its browser only keeps no login waiting", .timeLimit(.minutes(1)))
    func foreground() async throws {
        let browser = EagerBrowser(server: server)
        let opener = Opener { url in
            try await browser.open(url)
            try await Task.sleep(for: .seconds(3600))
        }
        #expect(try await client().signIn(through: LoopbackBrowser(opener: opener)).subject == "demo")
    }

    @Test("a user who does not come back is waited for no longer than agreed")
    func timeout() async throws {
        let browser = LoopbackBrowser(opener: Opener { _ in }, timeout: .milliseconds(200))
        await #expect(throws: OIDCError(.cancelled, "")) { try await client().signIn(through: browser) }
    }

    @Test("a cancelled task stops listening")
    func cancelled() async throws {
        let client = client()
        let task = Task { try await client.signIn(through: LoopbackBrowser(opener: Opener { _ in })) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: OIDCError(.cancelled, "")) { try await task.value }
    }

    @Test(
        "a redirect URI that is not loopback is refused",
        arguments: ["https://127.0.0.1/callback", "http://example.com/callback", "org.example.app://callback"])
    func notLoopback(_ redirect: String) async throws {
        let browser = LoopbackBrowser(opener: EagerBrowser(server: server))
        await #expect(throws: OIDCError(.browser, "")) { try await client(redirect).signIn(through: browser) }
    }

    @Test("an error at the sign-in page is the user's answer")
    func denied() async throws {
        let browser = StubBrowser { visit in "\(visit.redirect)?error=access_denied&iss=\(ScriptedServer.issuer)&state=\(visit.state)" }
        let error = await #expect(throws: OIDCError(.refused, "")) { try await client("org.example.app://cb").signIn(through: browser) }
        #expect(error?.refusal?.code == .accessDenied)
    }

    @Test("tokens of before are revoked")
    func former() async throws {
        let client = client()
        let former = try await client.signIn(through: LoopbackBrowser(opener: EagerBrowser(server: server)))
        _ = try await client.signIn(through: LoopbackBrowser(opener: EagerBrowser(server: server)))
        #expect(server.revoked == [former.refreshToken?.reveal()])
    }
}

private struct Opener: URLOpener {
    let work: @Sendable (URL) async throws -> Void

    init(_ work: @escaping @Sendable (URL) async throws -> Void) { self.work = work }

    func open(_ url: URL) async throws { try await work(url) }
}

private struct StubBrowser: LoginBrowser {
    let location: @Sendable (BrowserVisit) -> String

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        BrowserAnswer(redirect: visit.redirect, location: location(visit))
    }
}
