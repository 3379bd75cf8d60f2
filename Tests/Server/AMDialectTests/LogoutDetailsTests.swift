import DialectTesting
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import Primitives
import Testing

@testable import JourneyModel
import Services
import SignIn
import Sessions
import Directory

@Suite("What a client is told when its session ends")
struct LogoutDetailsTests {
    private static let journey = """
        name: Details
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": details, "false": failure }
          details: { setLogoutDetails: { logoutDetails: { goto: "https://example.com/bye", result: "nonsense" } }, next: more }
          more: { setLogoutDetails: { logoutDetails: { seen: "[1,2]" } }, next: success }
        """

    @Test("the journey's members stand in the answer, once; nobody reads them before")
    func details() async throws {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[SessionSettings.self].exposedSessionProperties = ["AMCtxId", UserSession.logoutDetails]
        try await server.domain.directory.realms.update(realm)
        let journey = try JourneyDefinition(text: Self.journey)
        try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        let step = try await server.start("Details")
        let done = try await server.authenticate(step.answering([TestDomain.username, TestDomain.password]))
        let token = try #require(done.json["tokenId"]?.string)
        let properties = try await server.session("getSessionProperties", token: token)
        #expect(!properties.text.contains("example.com"))
        let answer = try await server.session("logout", token: token)
        #expect(answer.json == ["goto": "https://example.com/bye", "result": "Successfully logged out", "seen": [1, 2]])
        #expect(try await server.session("logout", token: token).json == ["result": "Token has expired"])
    }

    @Test("without them the answer is what it was")
    func none() async throws {
        let server = try await ServerHarness()
        let answer = try await server.session("logout", token: try await server.sessionToken())
        #expect(answer.json == ["result": "Successfully logged out"])
    }
}
