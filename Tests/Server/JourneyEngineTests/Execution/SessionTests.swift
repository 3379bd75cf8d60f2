import Foundation
import JourneyMessages
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import Services
import Sessions
import Foundations
import Directory

@Suite("A session that is there already")
struct SessionTests {
    private static let journey = "sdkUsernamePasswordJourney"

    private func signedIn(_ harness: JourneyHarness) async throws -> (UserSession, Secret) {
        let done = try await harness.login().success
        return (try #require(done.session), try #require(done.token))
    }

    /// A session of another realm.
    private func foreign(_ harness: JourneyHarness) async throws -> UserSession {
        let path = try #require(RealmPath("/beta"))
        let realm = try await harness.domain.directory.realms.create(path)
        let user = try await harness.domain.directory.users.create("demo", in: realm.id)
        return try await harness.database.write { transaction in
            try harness.domain.session.registry.create(NewSession(user: user, journey: Self.journey), in: realm, transaction).0
        }
    }

    @Test("satisfies the same journey, and a request that names none", arguments: [journey, nil])
    func satisfies(_ name: String?) async throws {
        let harness = try await JourneyHarness()
        let (session, token) = try await signedIn(harness)
        let done = try await harness.start(name) { ($0.session, $0.sessionToken) = (session, token) }.success
        #expect(done.isExisting && done.token == token && done.body.tokenID == token.reveal())
    }

    private static let whys = ["ForceAuth", "other journey", "mustRun", "noSession", "ended", "other realm"]

    @Test("is not enough when the journey runs anyway", arguments: whys)
    func runs(_ why: String) async throws {
        let harness = try await JourneyHarness()
        let (made, token) = try await signedIn(harness)
        if why == "mustRun" {
            try await harness.add("mustRun: true\n" + BuiltInJourneys.sdkUsernamePasswordJourney)
        }
        if why == "ended" { harness.time.advance(by: 86_400) }
        let session = why == "other realm" ? try await foreign(harness) : made
        let reply = try await harness.start(why == "other journey" ? "Login" : Self.journey) {
            ($0.session, $0.sessionToken) = (session, token)
            $0.forceAuth = why == "ForceAuth"
            $0.noSession = why == "noSession"
        }
        #expect(try reply.step.types == [.name, .password])
    }

    @Test("is replaced by the new one, in the same transaction")
    func upgrade() async throws {
        let harness = try await JourneyHarness()
        let (old, token) = try await signedIn(harness)
        let done = try await harness.login {
            ($0.session, $0.sessionToken) = (old, token)
            $0.forceAuth = true
        }.success
        #expect(done.token != token && !done.isExisting)
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) == nil)
        let living = try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id)
        #expect(living.map(\.handle) == [done.session?.handle])
    }

    @Test("stays when somebody else signs in over it, who gets none")
    func otherUser() async throws {
        let harness = try await JourneyHarness()
        let other = try await harness.addUser("other")
        let (old, token) = try await signedIn(harness)
        let error = await harness.error {
            try await harness.login(as: "other") {
                ($0.session, $0.sessionToken) = (old, token)
                $0.forceAuth = true
            }
        }
        #expect(error == JourneyRunError(.failed))
        #expect(try await harness.domain.session.registry.session(token, in: harness.realm.id) != nil)
        #expect(try await harness.domain.session.registry.sessions(of: other.id, in: harness.realm.id).isEmpty)
    }

    @Test("isn't made by a request without session, nor by a journey without", arguments: [true, false])
    func noSession(_ byRequest: Bool) async throws {
        let harness = try await JourneyHarness()
        try await harness.add("noSession: true\n" + BuiltInJourneys.sdkUsernamePasswordJourney.replacing("name: sdk", with: "name: no"))
        let done = try await harness.login(byRequest ? Self.journey : "noUsernamePasswordJourney") { $0.noSession = byRequest }.success
        #expect(done.session == nil && done.token == nil && done.body.tokenID == nil)
        #expect(done.body.message == "Authentication Successful")
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).isEmpty)
    }

    @Test("lives as long as its journey says")
    func lifetimes() async throws {
        let harness = try await JourneyHarness()
        let times = "maximumSessionTime: 10\nmaximumIdleTime: 2\n"
        try await harness.add(times + BuiltInJourneys.sdkUsernamePasswordJourney)
        let session = try #require(try await harness.login().success.session)
        #expect(session.ends.timeIntervalSince(session.created) == 600 && session.idleTime == 120)
    }

    @Test("isn't made by a journey in which nobody proved who they are")
    func nobody() async throws {
        let harness = try await JourneyHarness()
        try await harness.add("name: Open\nstart: name\nnodes: { name: { username: {}, next: success } }")
        let step = try await harness.step("Open")
        #expect(await harness.error { try await harness.send(step, "demo") } == JourneyRunError(.failed))
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).isEmpty)
    }
}
