import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

/// What is the same to the byte is given the same result for some seconds, which ``RepeatTests`` shows; so time passes here.
@Suite("A state that is sent again")
struct ReplayTests {
    private static let journey = "sdkUsernamePasswordJourney"

    @Test("after a success it is spent")
    func afterSuccess() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey)
        _ = try await harness.send(step, "demo", "Ch4ng3it!").success
        harness.pass()
        #expect(await harness.error { try await harness.send(step, "demo", "Ch4ng3it!") } == JourneyRunError(.spent))
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).count == 1)
    }

    @Test("after a wrong password it is spent, and a second guess isn't even counted")
    func afterFailure() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey)
        #expect(await harness.error { try await harness.send(step, "demo", "wrong") } == JourneyRunError(.failed))
        #expect(await harness.error { try await harness.send(step, "demo", "Ch4ng3it!") } == JourneyRunError(.spent))
        #expect(try await harness.failures() == 1)
    }

    @Test("of twenty at once exactly one succeeds, and no two clients get the same")
    func parallel() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step(Self.journey)
        let codes = await withTaskGroup(of: JourneyRunError.Code?.self) { group in
            for client in 0..<20 {
                group.addTask {
                    var harness = harness
                    harness.client.address = "192.0.2.\(client)"
                    return await harness.error { try await harness.send(step, "demo", "Ch4ng3it!") }?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == .spent } == 19)
        #expect(try await harness.domain.session.registry.sessions(of: harness.user.id, in: harness.realm.id).count == 1)
    }

    @Test("a completion that verifies nothing is spent as well")
    func completion() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.messageAfterPassword)
        let message = try await harness.login("MessageAfterPassword").step
        _ = try await harness.send(message, nil, 0).success
        harness.pass()
        #expect(await harness.error { try await harness.send(message, nil, 0) } == JourneyRunError(.spent))
    }

    @Test("a failure is spent as well: no turning back from a No")
    func failure() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.messageAfterPassword)
        let message = try await harness.login("MessageAfterPassword").step
        #expect(await harness.error { try await harness.send(message, nil, 1) } == JourneyRunError(.failed))
        #expect(await harness.error { try await harness.send(message, nil, 0) } == JourneyRunError(.spent))
    }

    @Test("a step that only asks may be sent again, but its offspring has one future")
    func collecting() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.twoSteps)
        let name = try await harness.step("TwoSteps")
        let (one, two) = (try await harness.send(name, "demo").step, try await harness.send(name, "demo").step)
        _ = try await harness.send(one, "Ch4ng3it!").success
        #expect(await harness.error { try await harness.send(two, "Ch4ng3it!") } == JourneyRunError(.spent))
    }

    @Test("a password asked before another step is checked after it, and then gone")
    func passwordKept() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.choiceBeforeCheck)
        let choice = try await harness.login("ChoiceBeforeCheck").step
        let sealer = harness.engine.sealer
        let kept = try sealer.open(choice.authID, realm: harness.realm.id, binding: nil, at: harness.time.now)
        #expect(kept.secrets == [SecretName.password: JourneyHarness.password])
        let bye = try await harness.send(choice, 1).step
        let left = try sealer.open(bye.authID, realm: harness.realm.id, binding: nil, at: harness.time.now)
        #expect(left.secrets.isEmpty)
        #expect(try await harness.send(choice, 0).success.session != nil)
    }
}
