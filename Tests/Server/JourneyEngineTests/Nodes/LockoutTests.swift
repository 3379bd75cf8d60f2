import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Retry limit and lock-out")
struct LockoutTests {
    private static let lock = """
        name: Lock
        start: name
        noSession: true
        nodes:
          name: { username: {}, next: lock }
          lock: { accountLockout: { lockAction: LOCK }, next: success }
        """
    private static let unlock = """
        name: Unlock
        start: name
        noSession: true
        nodes:
          name: { username: {}, next: unlock }
          unlock: { accountLockout: { lockAction: UNLOCK }, next: success }
        """

    @Test("the limit counts the first attempt, and the last one is rejected")
    func limit() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.twoSteps)
        var step = try await harness.step("TwoSteps")
        for _ in 1..<3 { step = try await harness.send(harness.send(step, "demo").step, "wrong").step }
        let last = try await harness.send(step, "demo").step
        #expect(await harness.error { try await harness.send(last, "wrong") } == JourneyRunError(.failed))
    }

    @Test("an older state doesn't turn the count back, though its own step verified nothing")
    func rewound() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.twoSteps)
        let first = try await harness.step("TwoSteps")
        _ = try await harness.send(harness.send(first, "demo").step, "wrong").step
        let again = try await harness.send(first, "demo").step
        #expect(await harness.error { try await harness.send(again, "Ch4ng3it!") } == JourneyRunError(.spent))
    }

    @Test("the account of the name is locked, for the realm's time")
    func locks() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutDuration = 60 }
        try await harness.add(Self.lock)
        _ = try await harness.send(harness.step("Lock"), "demo").success
        #expect(await harness.error { try await harness.login() } == JourneyRunError(.failed))
        harness.time.advance(by: 61)
        #expect(try await harness.login().success.session != nil)
        #expect(try await harness.events("account.locked") == 1)
    }

    @Test("a name that nobody has is answered like any other")
    func unknown() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Self.lock)
        let done = try await harness.send(harness.step("Lock"), "nobody").success
        #expect(done.body.message == "Authentication Successful")
    }

    @Test("nobody unlocks an account by its name alone")
    func unlocks() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Self.unlock)
        try await harness.domain.directory.users.setLock(until: .distantFuture, of: harness.user.id, in: harness.realm.id)
        let step = try await harness.step("Unlock")
        #expect(await harness.error { try await harness.send(step, "demo") } == JourneyRunError(.failed))
        #expect(try await harness.storedUser()?.isLocked(at: harness.time.now) == true)
    }

    @Test("fifty wrong guesses at once count no less than one after the other (CVE-2024-4629)")
    func parallelGuesses() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutThreshold = 5 }
        let steps = try await withThrowingTaskGroup(of: Step.self) { group in
            for _ in 0..<50 { group.addTask { try await harness.step("sdkUsernamePasswordJourney") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await withTaskGroup(of: Void.self) { group in
            for step in steps { group.addTask { _ = try? await harness.send(step, "demo", "wrong") } }
        }
        #expect(try await harness.failures() == 5)
        #expect(try await harness.isLocked())
        #expect(await harness.error { try await harness.login() } == JourneyRunError(.failed))
    }
}
