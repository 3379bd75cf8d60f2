import ClientTesting
import DeviceFoundation
import OAuthMessages
import OIDC
import Primitives
import Testing

@Suite("User info")
struct UserInfoTests {
    private let time = ManualTime()
    private let server: ScriptedServer
    private let client: OIDCClient

    init() async throws {
        server = try ScriptedServer(time: time)
        client = OIDCClient.testing(server, time: time)
        _ = try await client.tokens(for: server.newSession())
    }

    @Test("brings the claims, asked for with the access token")
    func claims() async throws {
        #expect(try await client.userInfo().claims["name"] == "Demo")
        let token = try #require(try await client.storedTokens).accessToken.reveal()
        #expect(server.requests(to: "userinfo").first?.headers["Authorization"] == "Bearer \(token)")
    }

    @Test("uses refreshed tokens")
    func refreshed() async throws {
        let old = try #require(try await client.storedTokens).accessToken.reveal()
        time.advance(by: 3600)
        _ = try await client.userInfo()
        #expect(server.requests(to: "userinfo").first?.headers["Authorization"] != "Bearer \(old)")
    }

    @Test("claims about somebody else are refused")
    func foreign() async throws {
        server.on("userinfo") { _ in .json(["sub": "mallory"]) }
        await #expect(throws: OIDCError(.foreignResponse, "")) { try await client.userInfo() }
    }

    @Test("a refused token is an error with the server's code")
    func refused() async throws {
        server.on("userinfo") { _ in .json(["error": "invalid_token", "error_description": "token not valid"], status: 401) }
        let error = await #expect(throws: OIDCError(.refused, "")) { try await client.userInfo() }
        #expect(error?.refusal?.code == .invalidToken)
    }

    @Test("claims without a subject are none")
    func noSubject() async throws {
        server.on("userinfo") { _ in .json(["name": "Demo"]) }
        await #expect(throws: OIDCError(.unexpectedAnswer, "")) { try await client.userInfo() }
    }
}
