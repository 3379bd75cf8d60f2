import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import LoopbackRedirect
import OAuthMessages
import OIDC
import Primitives
import ServerTesting
import Testing

/// Our client and our server over real loopback HTTP.
@Suite("The client against a server", .timeLimit(.minutes(10)))
struct ClientTests {
    private let time = ManualTime()

    /// An app on a device, and the server that it talks to.
    private struct App: Sendable {
        let device: Device
        let journey: Journey
        let oidc: OIDCClient

        init(
            _ server: TestServer, time: ManualTime, store: any SecureStore = InMemoryStore(),
            redirect: String = "https://localhost:8443/callback"
        ) throws {
            device = Device(transport: try AsyncHTTPTransport(), store: store, time: time, random: SystemRandom())
            let address = ServerAddress("\(server.url)/am", realm: "alpha")
            journey = Journey(at: address, on: device)
            oidc = OIDCClient(
                at: address, client: "sdkPublicClient", redirect: redirect, scopes: ["openid", "profile", "email"], on: device)
        }

        func signIn(_ password: String = "Ch4ng3it!", options: JourneyOptions = []) async throws -> Session {
            try await journey.run("sdkUsernamePasswordJourney", options: options) { step in
                step.answer(.name, with: "demo")
                step.answer(.password, with: Secret(password))
            }
        }
    }

    private func withServer(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.run(time: time, body)
    }

    @Test("a journey leads to a session that the server knows, until it is ended")
    func session() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            let session = try await app.signIn()
            #expect(session.realm == "/alpha")
            #expect(try await app.journey.sessionInfo().username == "demo")
            try await app.journey.logout()
            try await SessionKeeper(at: ServerAddress("\(server.url)/am", realm: "alpha"), on: app.device).keep(session)
            #expect(try await !app.journey.isAlive())
        }
    }

    @Test("a wrong password is refused with the server's words")
    func wrongPassword() async throws {
        try await withServer { server in
            let error = await #expect(throws: JourneyError(.failed, "")) { try await App(server, time: time).signIn("wrong") }
            #expect(error?.failure?.code == 401)
            #expect(error?.failure?.message == "Login failure")
        }
    }

    @Test("an unknown journey is refused")
    func unknownJourney() async throws {
        try await withServer { server in
            let journey = try App(server, time: time).journey
            let error = await #expect(throws: JourneyError(.failed, "")) { try await journey.start("Nowhere") }
            #expect(error?.failure?.code == 400)
        }
    }

    @Test("a journey without a session makes none")
    func noSession() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            #expect(try await app.signIn(options: .noSession).token == nil)
            #expect(try await app.journey.session == nil)
        }
    }

    @Test("a session becomes tokens; they are verified, refreshed in time, and bring the user's claims")
    func tokens() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            let first = try await app.oidc.tokens(for: try await app.signIn())
            #expect(first.idToken != nil && first.refreshToken != nil)
            #expect(try await app.oidc.tokens() == first)
            let lifetime = try #require(first.expires).timeIntervalSince(time.now)
            time.advance(by: lifetime - 10)
            let second = try await app.oidc.tokens()
            #expect(second.accessToken != first.accessToken && second.refreshToken != first.refreshToken)
            let claims = try await app.oidc.userInfo()
            #expect(claims.subject == first.subject)
            #expect(claims.email == "demo.user@example.com")
        }
    }

    @Test("the next run of the app refreshes without asking, from its encrypted vault")
    func nextRun() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await withServer { server in
            func vault() throws -> FileVault { try FileVault(directory.path + "/vault", key: .file(directory.path + "/key")) }
            let app = try App(server, time: time, store: try vault())
            let first = try await app.oidc.tokens(for: try await app.signIn())
            time.advance(by: try #require(first.expires).timeIntervalSince(time.now))
            let second = try await App(server, time: time, store: try vault()).oidc.tokens()
            #expect(second.accessToken != first.accessToken)
            #expect(second.subject == first.subject)
        }
    }

    @Test("parallel callers don't spend a refresh token twice")
    func parallel() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            let first = try await app.oidc.tokens(for: try await app.signIn())
            time.advance(by: try #require(first.expires).timeIntervalSince(time.now) - 10)
            try await withThrowingTaskGroup(of: TokenSet.self) { group in
                for _ in 0..<16 { group.addTask { try await app.oidc.tokens() } }
                for try await tokens in group { #expect(tokens.accessToken != first.accessToken) }
            }
            #expect(try await app.oidc.refresh().subject == first.subject)
        }
    }

    @Test("after sign-out, neither session nor refresh token is good for anything")
    func signOut() async throws {
        try await withServer { server in
            let store = InMemoryStore()
            let app = try App(server, time: time, store: store)
            _ = try await app.oidc.tokens(for: try await app.signIn())
            let thief = InMemoryStore()
            for service in ["tokens", "session"] {
                for name in await store.keys(in: service) {
                    let key = StoreKey(service, name)
                    await thief.set(try #require(await store.get(key)), for: key)
                }
            }
            let report = await app.oidc.signOut()
            #expect(report.isComplete && report.isSessionEnded, "\(report.failures)")
            await #expect(throws: OIDCError(.notAuthenticated, "")) { try await App(server, time: time, store: thief).oidc.refresh() }
        }
    }

    @Test("central login: a browser that is signed in comes back through the loopback redirect")
    func centralLogin() async throws {
        try await withServer { server in
            let app = try App(server, time: time, redirect: "http://127.0.0.1/callback")
            let session = try await App(server, time: time).signIn()
            let browser = LoopbackBrowser(opener: SignedInBrowser(session: session), timeout: .seconds(30))
            let tokens = try await app.oidc.signIn(through: browser)
            #expect(tokens.subject != nil)
            #expect(try await app.oidc.userInfo().subject == tokens.subject)
        }
    }
}

/// A browser with the session's cookie, that goes where it is redirected to.
private struct SignedInBrowser: URLOpener {
    let session: Session

    func open(_ url: URL) async throws {
        let transport = try AsyncHTTPTransport()
        let cookie = "iPlanetDirectoryPro=\(session.token?.reveal() ?? "")"
        let answer = try await transport.send(HTTPRequest(.get, url, headers: ["Cookie": cookie]))
        let redirect = try #require(answer.headers["Location"].flatMap { URL(string: $0) })
        Task { try await transport.send(HTTPRequest(.get, redirect)) }
    }
}
