import Foundation
import Primitives
import Store
import Testing
import Services
import Sessions
import Directory
import Foundations

@Suite("Sessions")
struct SessionTests {
    @Test("a session is found by its token in its realm, and by no other")
    func find() async throws {
        let harness = try await DomainHarness()
        let (session, token) = try await harness.signIn()
        let sessions = harness.domain.session.registry
        #expect(try await sessions.session(token, in: harness.realm.id) == session)
        #expect(try await sessions.session(Secret("x" + token.reveal().dropFirst()), in: harness.realm.id) == nil)
        #expect(try await sessions.session(token, in: UUID()) == nil)
        #expect(try await sessions.session(Secret(session.handle), in: harness.realm.id) == nil)
        await harness.close()
    }

    @Test("it ends when it lies unused, checked when it is used")
    func idle() async throws {
        let harness = try await DomainHarness()
        let (_, token) = try await harness.signIn()
        harness.time.advance(by: TimeInterval(harness.realm.settings[SessionSettings.self].sessionIdleTime) - 1)
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) != nil)
        harness.time.advance(by: TimeInterval(harness.realm.settings[SessionSettings.self].sessionIdleTime) - 1)
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) != nil)
        harness.time.advance(by: TimeInterval(harness.realm.settings[SessionSettings.self].sessionIdleTime))
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) == nil)
        await harness.close()
    }

    @Test("looking without using doesn't prolong it")
    func peek() async throws {
        let harness = try await DomainHarness()
        let (_, token) = try await harness.signIn()
        harness.time.advance(by: TimeInterval(harness.realm.settings[SessionSettings.self].sessionIdleTime) - 1)
        #expect(try await harness.domain.session.registry.peek(token, in: harness.realm.id) != nil)
        harness.time.advance(by: 1)
        #expect(try await harness.domain.session.registry.peek(token, in: harness.realm.id) == nil)
        await harness.close()
    }

    @Test("it ends for good however much it is used")
    func lifetime() async throws {
        let harness = try await DomainHarness()
        let (session, token) = try await harness.signIn()
        while harness.time.now < session.ends {
            #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) != nil)
            harness.time.advance(by: 900)
        }
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) == nil)
        await harness.close()
    }

    @Test("its life is as long as the realm says")
    func realmLifetime() async throws {
        let base = try await DomainHarness()
        var realm = base.realm
        realm.settings[SessionSettings.self].sessionLifetime = 50
        let harness = base.with(realm)
        let (_, token) = try await harness.signIn()
        harness.time.advance(by: 49)
        #expect(try await harness.domain.session.registry.session(token, in: realm.id) != nil)
        harness.time.advance(by: 1)
        #expect(try await harness.domain.session.registry.session(token, in: realm.id) == nil)
        await harness.close()
    }

    @Test("a log-out in one realm ends the session of a token of another, which is in that one's log, and says that it was none of its own")
    func elsewhere() async throws {
        let harness = try await DomainHarness()
        let beta = try await harness.domain.directory.realms.create(try #require(RealmPath("beta")))
        let (session, token) = try await harness.signIn()
        #expect(try await !harness.domain.session.end(token, in: beta))
        #expect(try await harness.domain.session.registry.peek(token, in: harness.realm.id) == nil)
        let event = try await harness.domain.platform.audit.latest(1, of: harness.database).first
        #expect(event?["kind"] == "session.ended" && event?["realm"] == .string(harness.realm.path.description))
        #expect(event?["session"] == .string(session.handle))
        await harness.close()
    }

    @Test("a logged-out session is gone, and ending it again says so")
    func end() async throws {
        let harness = try await DomainHarness()
        let (_, token) = try await harness.signIn()
        #expect(try await harness.domain.session.registry.end(token, in: harness.realm.id))
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) == nil)
        #expect(try await !harness.domain.session.registry.end(token, in: harness.realm.id))
        await harness.close()
    }

    @Test("an inactive user's sessions are worthless at once")
    func inactive() async throws {
        let harness = try await DomainHarness()
        let (session, token) = try await harness.signIn()
        try await harness.domain.directory.users.setStatus(.inactive, of: harness.user.id, in: harness.realm.id)
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) == nil)
        #expect(try await harness.domain.session.registry.session(handle: session.handle, in: harness.realm.id) == nil)
        await harness.close()
    }
}
