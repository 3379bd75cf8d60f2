import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("An earlier session as proof")
struct SessionDataTests {
    private static func journey(_ form: String) -> String {
        """
        name: Profile
        start: session
        mustRun: true
        nodes:
          session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: userName }, next: form }
          form: { page: [ \(form) ], next: patch }
          patch: { patchObject: { ignoredFields: [ userName ] }, PATCHED: success, FAILURE: failure }
        """
    }
    private static let city = "{ attributeCollector: { attributesToCollect: [ city ] } }"

    private func run(_ form: String = city) async throws -> (harness: JourneyHarness, old: JourneyCompletion, step: Step) {
        let harness = try await JourneyHarness()
        try await harness.add(Self.journey(form))
        let old = try await harness.login().success
        harness.time.advance(by: 300)
        let step = try await harness.step("Profile") { ($0.session, $0.sessionToken) = (old.session, old.token) }
        return (harness, old, step)
    }

    @Test("its user changes their profile; the session that comes of it is no younger and ends no later")
    func changes() async throws {
        let (harness, old, step) = try await run()
        let new = try #require(try await harness.send(step, "Paris").success.session)
        #expect(try await harness.storedUser()?.attribute("city") == "Paris")
        #expect(new.created == old.session?.created && new.ends == old.session?.ends)
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).map(\.handle) == [new.handle])
    }

    @Test("it changes no password")
    func password() async throws {
        let (harness, _, step) = try await run("{ platformPassword: {} }")
        #expect(await harness.error { try await harness.send(step, "correct horse battery") } == JourneyRunError(.failed))
        #expect(try await harness.login().success.session != nil)
    }

    @Test("a session that has ended meanwhile proves nothing any more")
    func ended() async throws {
        let (harness, old, step) = try await run()
        #expect(try await harness.domain.session.registry.end(handle: old.session?.handle ?? "", in: harness.realm.id))
        #expect(await harness.error { try await harness.send(step, "Paris") } != nil)
        #expect(try await harness.storedUser()?.attribute("city") == nil)
    }

    @Test("without a session there is no proof, whatever name is given")
    func without() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Self.journey(Self.city))
        let step = try await harness.step("Profile")
        #expect(await harness.error { try await harness.send(step, "Paris") } != nil)
        #expect(try await harness.storedUser()?.attribute("city") == nil)
    }

    @Test("other properties are copied, and prove nothing")
    func properties() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Copy
            start: session
            mustRun: true
            nodes:
              session: { sessionData: { sessionDataKey: AuthLevel, sharedStateKey: city }, next: form }
              form: { page: [ \(Self.city) ], next: success }
            """)
        let old = try await harness.login().success
        let step = try await harness.step("Copy") { ($0.session, $0.sessionToken) = (old.session, old.token) }
        #expect(step.callbacks[0].output("value") == "0")
        #expect(await harness.error { try await harness.send(step, "x") } == JourneyRunError(.failed))
    }
}
