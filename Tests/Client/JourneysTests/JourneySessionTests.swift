import ClientTesting
import DeviceFoundation
import JourneyMessages
import Journeys
import Primitives
import Testing

@Suite("The session of a journey")
struct JourneySessionTests {
    private let store = InMemoryStore()
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer(time: ManualTime()) }

    private var journey: Journey { Journey(at: ScriptedServer.address, transport: server, store: store) }

    /// Signs in; the server knows the session.
    private func signIn(
        _ answer: @escaping @Sendable (Session) -> HTTPResponse = { Wire.success($0.token?.reveal()) }
    ) async throws -> Session {
        let session = server.newSession()
        server.on("authenticate") { _ in answer(session) }
        return try await journey.run("Login") { _ in }
    }

    @Test("is kept, and found by the next start of the app")
    func kept() async throws {
        let session = try await signIn()
        #expect(try await journey.session == session)
        #expect(try await Journey(at: ServerAddress("https://other.example/am"), transport: server, store: store).session == nil)
    }

    @Test("a journey without a session leaves an earlier one alone")
    func noSession() async throws {
        let session = try await signIn()
        server.on("authenticate") { _ in .json(["message": "Authentication Successful", "successUrl": "/am/console", "realm": "/alpha"]) }
        #expect(try await journey.run("Check", options: .noSession) { _ in }.token == nil)
        #expect(try await journey.session == session)
    }

    @Test("session info, with the token as a header")
    func info() async throws {
        let session = try await signIn()
        #expect(try await journey.sessionInfo().username == "demo")
        #expect(try await journey.isAlive())
        let sent = try #require(server.requests(to: "sessions").first)
        #expect(sent.query == ["_action": "getSessionInfo"])
        #expect(sent.headers["iPlanetDirectoryPro"] == session.token?.reveal())
        #expect(sent.headers["Accept-API-Version"] == "resource=2.1, protocol=1.0")
    }

    @Test("a session that the server ended is forgotten")
    func ended() async throws {
        _ = try await signIn()
        server.change { $0.sessions = [] }
        await #expect(throws: JourneyError(.noSession, "")) { try await journey.sessionInfo() }
        #expect(try await journey.session == nil)
        #expect(try await !journey.isAlive())
    }

    @Test("an unreachable server does not end a session")
    func unreachable() async throws {
        _ = try await signIn()
        server.change { $0.isDown = true }
        await #expect(throws: JourneyError(.transport, "")) { try await journey.isAlive() }
        #expect(try await journey.session != nil)
    }

    @Test("logout ends it here and there")
    func logout() async throws {
        let session = try await signIn()
        try await journey.logout()
        #expect(try await journey.session == nil)
        #expect(server.sessions == [])
        let sent = try #require(server.requests(to: "sessions").last)
        #expect(sent.query == ["_action": "logout"])
        #expect(sent.headers["iPlanetDirectoryPro"] == session.token?.reveal())
        #expect(sent.headers["Accept-API-Version"] == "resource=3.1, protocol=1.0")
    }

    @Test("logout without a network forgets it all the same, and says so")
    func offlineLogout() async throws {
        _ = try await signIn()
        server.change { $0.isDown = true }
        await #expect(throws: JourneyError(.transport, "")) { try await journey.logout() }
        #expect(try await journey.session == nil)
    }

    @Test("logging out twice, or of a session that is over, is no error")
    func repeatedLogout() async throws {
        _ = try await signIn()
        server.change { $0.sessions = [] }
        try await journey.logout()
        try await journey.logout()
    }

    @Test("the session cookie goes with the session")
    func cookie() async throws {
        let device = Device(transport: server, store: store)
        let journey = Journey(at: ScriptedServer.address, on: device)
        server.on("authenticate") { _ in
            var answer = Wire.success()
            answer.headers["Set-Cookie"] = "iPlanetDirectoryPro=session-1; Path=/; Secure; HttpOnly"
            return answer
        }
        _ = try await journey.run("Login") { _ in }
        _ = try await journey.start("Login")
        #expect(server.requests.last?.headers["Cookie"] == "iPlanetDirectoryPro=session-1")
        try? await journey.logout()
        _ = try await journey.start("Login")
        #expect(server.requests.last?.headers["Cookie"] == nil)
    }
}
