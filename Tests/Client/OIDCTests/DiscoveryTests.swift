import ClientTesting
import DeviceFoundation
import Foundation
import LoopbackRedirect
import OIDC
import Primitives
import Synchronization
import Testing

@Suite("Discovery")
struct DiscoveryTests {
    private let time = ManualTime()
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer(time: time) }

    private func client(_ url: String = "\(ScriptedServer.issuer)/.well-known/openid-configuration") -> OIDCClient {
        OIDCClient(
            discovering: url, server: ScriptedServer.address, client: "app", redirect: "org.example.app://callback",
            on: Device(transport: server, store: InMemoryStore(), time: time, random: SystemRandom()))
    }

    private func document(_ changes: [String: JSONValue?]) {
        server.on("openid-configuration") { _ in
            var object: JSONObject = [
                "issuer": .string(ScriptedServer.issuer), "authorization_endpoint": "https://am.example.com/as/authorize",
                "token_endpoint": "https://am.example.com/as/access_token", "jwks_uri": .string("\(ScriptedServer.issuer)/connect/jwk_uri"),
            ]
            for (name, value) in changes { object[name] = value }
            return .json(.object(object))
        }
    }

    @Test("the endpoints are those of the document, which is read once")
    func endpoints() async throws {
        document([:])
        let client = client()
        _ = try await client.tokens(for: server.newSession())
        _ = try await client.refresh()
        #expect(server.requests(to: "/as/authorize").count == 1)
        #expect(server.requests(to: "/as/access_token").count == 2)
        #expect(server.requests(to: "openid-configuration").count == 1)
    }

    /// A document with both ways to end a session.
    private func documentWithBothEnds() {
        document([
            "end_session_endpoint": "https://am.example.com/as/signoff",
            "ping_end_idp_session_endpoint": "https://am.example.com/as/idpSignoff",
        ])
    }

    /// A browser that comes back at once, with notes of its pages.
    private final class NotingBrowser: LoginBrowser {
        let pages = Mutex<[URL]>([])

        func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
            let page = try await visit.address(redirectingTo: visit.redirect)
            pages.withLock { $0.append(page) }
            return BrowserAnswer(redirect: visit.redirect, location: visit.redirect)
        }
    }

    @Test("in a browser a session is ended by the endpoint that sends the browser back")
    func browserSignOff() async throws {
        documentWithBothEnds()
        let client = client()
        _ = try await client.tokens(for: server.newSession())
        let browser = NotingBrowser()
        try await client.announce(await client.leave(), through: browser, redirect: "org.example.app://out")
        #expect(browser.pages.withLock { $0.map { $0.path() } } == ["/as/signoff"])
    }

    @Test("to end a session, the endpoint that needs no browser comes first")
    func idpSignOff() async throws {
        documentWithBothEnds()
        let client = client()
        _ = try await client.tokens(for: server.newSession())
        _ = await client.signOut()
        #expect(server.requests(to: "/as/idpSignoff").count == 1)
        #expect(server.requests(to: "/as/signoff").isEmpty)
    }

    @Test(
        "a document of another server's is refused",
        arguments: ["https://evil.example/oauth2", "http://am.example.com/am", "nonsense", "https://am.example.com:8443/am"])
    func foreignIssuer(_ issuer: String) async throws {
        document(["issuer": .string(issuer)])
        await #expect(throws: OIDCError(.foreignResponse, "")) { try await client().tokens(for: server.newSession()) }
    }

    @Test(
        "an issuer with its scheme's default port is the same server as one without",
        arguments: ["https://am.example.com:443/am/oauth2/realms/root/realms/alpha", "HTTPS://AM.example.com/am/oauth2/alpha"])
    func defaultPort(_ issuer: String) async throws {
        server.change { $0.issuer = issuer }
        #expect(try await client().tokens(for: server.newSession()).idToken != nil)
    }

    @Test(
        "an issuer on another host is taken where discovery was asked there, or the app names it",
        arguments: ["discovery", "issuer", "none"])
    func customDomain(_ by: String) async throws {
        let issuer = "https://login.example.com:443/am/oauth2/alpha"
        server.change { $0.issuer = issuer }
        var address = ScriptedServer.address
        if by == "issuer" { address.issuer = issuer }
        if by == "discovery" { address.paths[.discovery] = "https://login.example.com/am/oauth2/alpha/.well-known/openid-configuration" }
        let client = OIDCClient(
            at: address, client: "app", redirect: "org.example.app://callback",
            on: Device(transport: server, store: InMemoryStore(), time: time, random: SystemRandom()))
        guard by != "none" else {
            await #expect(throws: OIDCError(.foreignResponse, "")) { try await client.tokens(for: server.newSession()) }
            return
        }
        #expect(try await client.tokens(for: server.newSession()).idToken != nil)
    }

    @Test("a document without what a login needs is refused", arguments: ["issuer", "authorization_endpoint", "token_endpoint"])
    func incomplete(_ name: String) async throws {
        document([name: .some(nil)])
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) { try await client().tokens(for: server.newSession()) }
    }

    /// URLs of which a browser's system starts programs, that send tokens in the clear, or that are none.
    static let foreign = [
        "file://localhost/bin/sh", "smb://share.example/x", "ssh://-oProxyCommand=x/", "itms-services://host/?action=download-manifest",
        "javascript://host/%0aalert(1)", "http://am.example.com/as", "https:///as", "/as", "//am.example.com/as", "",
    ]

    @Test("no endpoint of another kind than the document's own is called or shown", arguments: foreign)
    func foreignEndpoint(_ url: String) async throws {
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
            document([name: .string(url)])
            await #expect(throws: OIDCError(.unexpectedAnswer, ""), "\(name)") { try await client().tokens(for: server.newSession()) }
        }
        let browser = NotingBrowser()
        for name in ["authorization_endpoint", "pushed_authorization_request_endpoint"] {
            document([name: .string(url)])
            await #expect(throws: OIDCError(.unexpectedAnswer, ""), "\(name)") {
                try await client().signIn(through: browser, mobilePayload: "payload")
            }
        }
        document(["end_session_endpoint": .string(url)])
        let leaving = client()
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) {
            try await leaving.announce(await leaving.leave(), through: browser, redirect: "org.example.app://out")
        }
        #expect(browser.pages.withLock { $0.isEmpty })
    }

    @Test("the system's opener takes pages of the web alone", arguments: foreign.filter { !$0.hasPrefix("http:") })
    func opener(_ url: String) async throws {
        guard let url = URL(string: url) else { return }
        await #expect(throws: URLOpenerError.self) { try await SystemURLOpener().open(url) }
    }

    @Test("an endpoint that the server lacks is said to be missing")
    func missing() async throws {
        document([:])
        let client = client()
        _ = try await client.tokens(for: server.newSession())
        await #expect(throws: OIDCError(.notSupported, "")) { try await client.userInfo() }
    }

    @Test("no document, no tokens")
    func unreachable() async throws {
        server.on("openid-configuration") { _ in HTTPResponse(status: 404) }
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) { try await client().tokens(for: server.newSession()) }
        await #expect(throws: OIDCError(.transport, "")) { try await client("ftp://am.example.com").tokens(for: server.newSession()) }
    }
}
