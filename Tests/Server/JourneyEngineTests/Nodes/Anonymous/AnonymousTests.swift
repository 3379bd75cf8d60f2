import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("Anonymous sessions")
struct AnonymousTests {
    private func harness(_ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        let harness = try await JourneyHarness(change)
        _ = try await harness.domain.directory.users.create("anonymous", in: harness.realm.id, passwordHash: nil)
        try await harness.add("name: Guest\nstart: guest\nmustRun: true\nnodes:\n  guest: { anonymousUser: {}, next: success }\n")
        try await harness.add(Self.upgrade("up: { anonymousSessionUpgrade: {}, next: form }", start: "up"))
        return harness
    }

    private static func upgrade(_ node: String, start: String) -> String {
        """
        name: Upgrade
        start: \(start)
        mustRun: true
        nodes:
          \(node)
          form: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": success, "false": failure }
        """
    }

    private func upgraded(_ harness: JourneyHarness, from session: JourneyCompletion) async throws -> JourneyReply {
        try await harness.login("Upgrade") { ($0.session, $0.sessionToken) = (session.session, session.token) }
    }

    @Test("a guest has a session of the anonymous user, which a login replaces")
    func guest() async throws {
        let harness = try await harness()
        let guest = try await harness.start("Guest").success
        #expect(guest.session?.username == "anonymous" && guest.session?.properties == ["AnonymousUser": "true"])
        let session = try #require(try await upgraded(harness, from: guest).success.session)
        #expect(session.user == harness.user.id && session.properties.isEmpty)
        #expect(try await harness.domain.session.registry.session(handle: guest.session?.handle ?? "", in: harness.realm.id) == nil)
    }

    @Test("another user's session isn't replaced, nor one whose owner may say that it is anonymous")
    func others() async throws {
        let harness = try await harness()
        _ = try await harness.addUser("other")
        let other = try await harness.login(as: "other").success
        #expect(await harness.error { try await upgraded(harness, from: other) } == JourneyRunError(.failed))
        let exposed = try await self.harness { $0[SessionSettings.self].exposedSessionProperties = ["AnonymousUser"] }
        let guest = try await exposed.start("Guest").success
        #expect(await exposed.error { try await upgraded(exposed, from: guest) } == JourneyRunError(.failed))
    }

    @Test("without the node no session is replaced by another user's")
    func withoutNode() async throws {
        let harness = try await harness()
        try await harness.add(Self.upgrade("note: { setState: { attributes: { a: b } }, next: form }", start: "note"))
        let guest = try await harness.start("Guest").success
        #expect(await harness.error { try await upgraded(harness, from: guest) } == JourneyRunError(.failed))
    }

    @Test("an account with a password is nobody's to go on as")
    func somebody() async throws {
        let harness = try await harness()
        try await harness.add("name: Guest\nstart: guest\nnodes:\n  guest: { anonymousUser: { anonymousUserName: demo }, next: success }\n")
        #expect(await harness.error { try await harness.start("Guest") } == JourneyRunError(.internal))
    }
}
