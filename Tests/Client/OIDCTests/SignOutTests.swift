import ClientTesting
import DeviceFoundation
import Foundation
import OIDC
import Primitives
import Testing

@Suite("Sign-out")
struct SignOutTests {
    private let time = ManualTime()
    private let store = InMemoryStore()
    private let server: ScriptedServer
    private let client: OIDCClient
    private let tokens: TokenSet

    init() async throws {
        server = try ScriptedServer(time: time)
        client = OIDCClient.testing(server, store: store, time: time)
        let session = server.newSession()
        try await server.keep(session, in: store)
        tokens = try await client.tokens(for: session)
    }

    private func expectClean() async throws {
        #expect(try await store.keys(in: "tokens") == [])
        #expect(try await store.keys(in: "session") == [])
    }

    @Test("revokes the tokens, ends the session and cleans the device; the OpenID session ends with the session")
    func everything() async throws {
        let report = await client.signOut()
        #expect(report.isComplete && report.isSessionEnded)
        #expect(server.revoked == [tokens.refreshToken?.reveal()])
        #expect(server.sessions == [] && server.requests(to: "endSession").isEmpty)
        try await expectClean()
    }

    @Test("the OpenID session of tokens ends by itself where their session isn't the one here", arguments: [false, true])
    func openIDSession(_ hasOther: Bool) async throws {
        try await server.keep(Session(token: hasOther ? server.newSession().token : nil), in: store)
        let report = await client.signOut()
        #expect(report.isComplete && report.isSessionEnded && server.requests(to: "sessions").count == (hasOther ? 1 : 0))
        let ended = try #require(server.requests(to: "endSession").first)
        #expect(ended.method == .get)
        #expect(ended.query == ["id_token_hint": try #require(tokens.idToken).reveal(), "client_id": "app"])
        try await expectClean()
    }

    @Test("without a refresh token, the access token is revoked")
    func accessToken() async throws {
        server.change { $0.givesRefreshTokens = false }
        let tokens = try await client.tokens(for: server.newSession())
        _ = await client.signOut()
        #expect(server.revoked.last == tokens.accessToken.reveal())
    }

    @Test("without a network, the device is cleaned and the report says what failed")
    func offline() async throws {
        server.change { $0.isDown = true }
        let report = await client.signOut()
        #expect(report.failures.map(\.step) == [.revocation, .logout])
        #expect(report.failures.allSatisfy { $0.error == OIDCError(.transport, "") })
        #expect(!report.isSessionEnded)
        try await expectClean()
    }

    @Test("each failure leaves the rest to be tried", arguments: ["revoke", "endSession", "sessions"])
    func partial(_ path: String) async throws {
        try await server.keep(server.newSession(), in: store)
        server.on(path) { _ in .json(["error": "server_error", "error_description": ""], status: 500) }
        let report = await client.signOut()
        #expect(report.failures.count == 1)
        #expect(report.isSessionEnded)
        for other in ["revoke", "endSession", "sessions"] { #expect(server.requests(to: other).count == 1) }
        try await expectClean()
    }

    @Test("signing out when nobody is signed in does nothing")
    func twice() async throws {
        _ = await client.signOut()
        let count = server.requests.count
        #expect(await client.signOut().isComplete)
        #expect(server.requests.count == count)
    }

    @Test("a refresh under way does not bring the tokens back")
    func duringRefresh() async throws {
        let client = client
        server.on("access_token") { _ in
            try? await Task.sleep(for: .milliseconds(200))
            return nil
        }
        async let refreshed = client.refresh()
        try await Task.sleep(for: .milliseconds(50))
        _ = await client.signOut()
        _ = try? await refreshed
        try await expectClean()
    }

    @Test("after it, the user must sign in")
    func afterwards() async throws {
        _ = await client.signOut()
        await #expect(throws: OIDCError(.notAuthenticated, "")) { try await client.tokens() }
    }
}
