import ClientTesting
import DeviceFoundation
import Foundation
import OAuthMessages
import OIDC
import Primitives
import Synchronization
import Testing

/// "Token lifecycle" of the SDKs' documentation, rule by rule.
@Suite("Token lifecycle")
struct TokenLifecycleTests {
    private let time = ManualTime()
    private let store = InMemoryStore()
    private let server: ScriptedServer
    private let client: OIDCClient

    init() throws {
        server = try ScriptedServer(time: time)
        client = OIDCClient.testing(server, store: store, time: time)
    }

    @Test("a session becomes tokens, which are kept")
    func obtained() async throws {
        let tokens = try await client.tokens(for: server.newSession())
        #expect(tokens.tokenType == "Bearer")
        #expect(tokens.subject == "demo")
        #expect(tokens.scope == "openid profile")
        #expect(tokens.expires == time.now.addingTimeInterval(3600))
        #expect(try await client.storedTokens == tokens)
        #expect(try await OIDCClient.testing(server, store: store, time: time).tokens() == tokens)
        #expect(server.requests(to: "access_token").count == 1)
    }

    @Test("tokens are returned until they expire within the threshold", arguments: [(3569.0, false), (3570.0, true), (3600.0, true)])
    func threshold(_ age: Double, _ isRefreshed: Bool) async throws {
        let first = try await client.tokens(for: server.newSession())
        time.advance(by: age)
        #expect((try await client.tokens() != first) == isRefreshed)
        #expect(server.requests(to: "access_token").last?.form["grant_type"] == (isRefreshed ? "refresh_token" : "authorization_code"))
    }

    @Test("a refresh token that is not replaced is kept")
    func keepsRefreshToken() async throws {
        server.change { $0.rotatesRefreshTokens = false }
        let first = try await client.tokens(for: server.newSession())
        let second = try await client.refresh()
        #expect(second.accessToken != first.accessToken)
        #expect(first.refreshToken != nil && second.refreshToken == first.refreshToken)
        #expect(try await client.refresh().refreshToken == first.refreshToken)
    }

    @Test("without a usable refresh token, the session starts a new authorization")
    func fallsBack() async throws {
        let session = server.newSession()
        let first = try await client.tokens(for: session)
        try await server.keep(session, in: store)
        server.change { $0.refreshTokens = [] }
        let second = try await client.refresh()
        #expect(second.accessToken != first.accessToken)
        #expect(server.requests(to: "authorize").count == 2)
    }

    @Test("without a refresh token at all, likewise")
    func noRefreshToken() async throws {
        server.change { $0.givesRefreshTokens = false }
        let session = server.newSession()
        _ = try await client.tokens(for: session)
        try await server.keep(session, in: store)
        time.advance(by: 3600)
        _ = try await client.tokens()
        #expect(server.requests(to: "authorize").count == 2)
    }

    @Test("with neither, the tokens are removed and the user must sign in")
    func nothingLeft() async throws {
        _ = try await client.tokens(for: server.newSession())
        server.change { $0.refreshTokens = [] }
        time.advance(by: 3600)
        await #expect(throws: OIDCError(.notAuthenticated, "")) { try await client.tokens() }
        #expect(try await client.storedTokens == nil)
    }

    @Test("a session that the server ended is removed with its tokens")
    func sessionEnded() async throws {
        let session = server.newSession()
        _ = try await client.tokens(for: session)
        try await server.keep(session, in: store)
        server.change {
            $0.sessions = []
            $0.refreshTokens = []
        }
        await #expect(throws: OIDCError(.notAuthenticated, "")) { try await client.refresh() }
        #expect(try await store.keys(in: "tokens") == [])
        #expect(try await store.keys(in: "session") == [])
    }

    @Test(
        "a session for which the server renews no tokens any more is removed with them; for first tokens the refusal is the client's",
        arguments: [400, 403])
    func renewalRefused(_ status: Int) async throws {
        let session = server.newSession()
        _ = try await client.tokens(for: session)
        try await server.keep(session, in: store)
        server.change { $0.refreshTokens = [] }
        server.on("authorize") { _ in .json(["error": "invalid_request", "error_description": "no"], status: status) }
        await #expect(throws: OIDCError(.notAuthenticated, "")) { try await client.refresh() }
        #expect(await store.keys(in: "tokens") == [])
        #expect(await store.keys(in: "session") == [])
        await #expect(throws: OIDCError(.refused, "")) { try await client.tokens(for: server.newSession()) }
    }

    @Test("an authorization that fails otherwise costs the session nothing", arguments: [404, 429, 503])
    func renewalFailed(_ status: Int) async throws {
        let session = server.newSession()
        _ = try await client.tokens(for: session)
        try await server.keep(session, in: store)
        server.change { $0.refreshTokens = [] }
        server.on("authorize") { _ in HTTPResponse(status: status) }
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) { try await client.refresh() }
        #expect(await store.keys(in: "session").count == 1)
    }

    @Test("tokens of another session are orphans: revoked and replaced")
    func orphans() async throws {
        let first = try await client.tokens(for: server.newSession())
        server.change { $0.subject = "second" }
        let second = try await client.tokens(for: server.newSession())
        #expect(second.subject == "second")
        #expect(server.revoked == [first.refreshToken?.reveal()])
    }

    @Test("a network failure costs no tokens")
    func offline() async throws {
        let tokens = try await client.tokens(for: server.newSession())
        server.change { $0.isDown = true }
        await #expect(throws: OIDCError(.transport, "")) { try await client.refresh() }
        #expect(try await client.storedTokens == tokens)
        server.change { $0.isDown = false }
        #expect(try await client.refresh() != tokens)
    }

    @Test("an error of the server costs no tokens")
    func serverError() async throws {
        let tokens = try await client.tokens(for: server.newSession())
        server.on("access_token") { _ in HTTPResponse(status: 503) }
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) { try await client.refresh() }
        #expect(try await client.storedTokens == tokens)
    }

    @Test("parallel callers share one refresh")
    func singleFlight() async throws {
        _ = try await client.tokens(for: server.newSession())
        time.advance(by: 3590)
        let tokens = try await withThrowingTaskGroup(of: TokenSet.self) { group in
            for _ in 0..<20 { group.addTask { try await client.tokens() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(tokens.map { $0.accessToken.reveal() }).count == 1)
        #expect(server.requests(to: "access_token").count == 2)
    }

    @Test("parallel callers for different sessions each get their own")
    func differentSessions() async throws {
        let (one, two) = (server.newSession(), server.newSession())
        async let first = client.tokens(for: one)
        async let second = client.tokens(for: two)
        #expect(try await first.accessToken != second.accessToken)
    }

    @Test("what another process refreshed meanwhile is taken up")
    func otherProcess() async throws {
        _ = try await client.tokens(for: server.newSession())
        let other = OIDCClient.testing(server, store: store, time: time)
        // While our refresh is on its way, the other process spends the refresh token.
        let isFirst = Atomic(true)
        server.on("access_token") { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return nil }
            _ = try? await other.refresh()
            return nil
        }
        let tokens = try await client.refresh()
        #expect(try await other.storedTokens == tokens)
        #expect(server.requests(to: "authorize").count == 1)
    }

    @Test("tokens without an expiry are used until they are refused")
    func noExpiry() async throws {
        server.on("access_token") { _ in .json(["access_token": "a", "token_type": "Bearer"]) }
        let client = OIDCClient.testing(server, store: store, time: time, scopes: ["profile"])
        let tokens = try await client.tokens(for: server.newSession())
        time.advance(by: 1_000_000)
        #expect(try await client.tokens() == tokens)
    }
}
