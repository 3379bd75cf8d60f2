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

    @Test("takes the place of an earlier one, which ends at the server without the new one's cookie")
    func replaced() async throws {
        let first = try await signIn()
        let second = try await signIn {
            .json(
                ["tokenId": .string($0.token?.reveal() ?? ""), "successUrl": "/am/console", "realm": "/alpha"],
                headers: ["Set-Cookie": "iPlanetDirectoryPro=\($0.token?.reveal() ?? ""); Path=/"])
        }
        #expect(server.sessions == [try #require(second.token).reveal()])
        let logout = try #require(server.requests(to: "sessions").last)
        #expect(logout.query == ["_action": "logout"] && logout.headers["iPlanetDirectoryPro"] == first.token?.reveal())
        #expect(logout.headers["Cookie"] == nil)
        _ = try await journey.sessionInfo()
        #expect(server.requests(to: "sessions").last?.headers["Cookie"] == "iPlanetDirectoryPro=\(second.token?.reveal() ?? "")")
    }

    @Test("the same one again doesn't end, and a new one is kept when the earlier can't be ended")
    func again() async throws {
        let session = try await signIn()
        server.on("authenticate") { _ in Wire.success(session.token?.reveal()) }
        _ = try await journey.run("Login") { _ in }
        #expect(server.requests(to: "sessions").isEmpty)
        server.on("sessions") { _ throws(TransportError) in throw TransportError(.cannotConnect, "down") }
        let next = try await signIn()
        #expect(try await journey.session == next)
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
