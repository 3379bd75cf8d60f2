import Foundation
import JourneyMessages
import Primitives
import Store
import Testing

@testable import JourneyEngine
import Services
import Directory
import Foundations

@Suite("What those get who haven't proved who they are")
struct StrangerTests {
    private static let registration = """
        name: Names
        start: name
        nodes:
          name: { platformUsername: { validateInput: true }, next: failure }
        """
    private static let rows = """
        name: Rows
        start: name
        nodes:
          name: { username: {}, next: count }
          count: { retryLimitDecision: { limit: 100 }, Retry: name, Reject: failure }
        """
    private static let names = """
        name: Counted
        start: name
        nodes:
          name: { username: {}, next: count }
          count: { retryLimitDecision: { limit: 3, incrementUserAttributeOnFailure: true }, Retry: failure, Reject: failure }
        """

    @Test("an address learns so many times a minute whether a name is taken, and no more often")
    func names() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].nameChecksPerAddressAndMinute = 5 }
        try await harness.add(Self.registration)
        let step = try await harness.step("Names")
        for _ in 0..<5 { #expect(try await harness.send(step, "demo").step.failed(0) == ["UNIQUE"]) }
        #expect(await harness.error { try await harness.send(step, "demo") } == JourneyRunError(.throttled))
        #expect(await harness.error { try await harness.send(step, "nobody") } == JourneyRunError(.throttled), "the same for a free name")
        harness.time.advance(by: 60)
        #expect(try await harness.send(step, "demo").step.failed(0) == ["UNIQUE"])
    }

    @Test("accounts that people make for themselves are as many as an address may make")
    func accounts() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].failuresPerAddressAndMinute = 3 }
        let accounts = harness.domain.directory.accounts.asked(from: "192.0.2.1")
        for name in 0..<3 { _ = try await accounts.create(NewAccount("user\(name)", Self.profile), in: harness.realm) }
        await #expect(throws: PasswordError(.throttled)) {
            try await accounts.create(NewAccount("user3", Self.profile), in: harness.realm)
        }
        _ = try await harness.domain.directory.accounts.create(NewAccount("user3", Self.profile), in: harness.realm)
    }

    private static let profile: JSONObject = ["givenName": "A", "sn": "B", "mail": "a@example.com"]

    @Test("rows that runs leave are as many as an address may leave")
    func rows() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].keptRequestsPerAddressAndMinute = 1 }
        try await harness.add(Self.rows)
        for _ in 0..<100 { _ = try await harness.send(harness.step("Rows"), "demo").step }
        let last = try await harness.step("Rows")
        #expect(await harness.error { try await harness.send(last, "demo") } == JourneyRunError(.throttled))
        #expect(try await harness.spent() == 100)
        harness.time.advance(by: 60)
        _ = try await harness.send(last, "demo").step
    }

    @Test("names that are counted are as many as an address may have counted")
    func counted() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].failuresPerAddressAndMinute = 4 }
        try await harness.add(Self.names)
        var codes: [JourneyRunError.Code?] = []
        for name in 0..<6 {
            let step = try await harness.step("Counted")
            codes.append(await harness.error { try await harness.send(step, .string("random \(name)")) }?.code)
        }
        #expect(codes == [.failed, .failed, .failed, .failed, .throttled, .throttled])
    }

    @Test("failed logins have the user, when there is one of that name, and the address")
    func audited() async throws {
        let harness = try await JourneyHarness()
        for name in ["demo", "nobody"] { _ = await harness.error { try await harness.login(as: name, password: Secret("wrong")) } }
        let events = try await harness.domain.platform.audit.latest(10, of: harness.database).filter { $0["kind"] == "login.failed" }
        #expect(events.map { $0["user"] } == [.string(harness.user.id.uuidString.lowercased()), .null])
        #expect(events.allSatisfy { $0["personal"]?["address"]?.string == harness.client.address })
        #expect(events.map { $0["personal"]?["username"] } == ["demo", "nobody"])
    }

    @Test("failures of one network past sixty a minute are counted, and told later")
    func sampled() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].failuresPerAddressAndMinute = 1000 }
        try await harness.add(Self.fails)
        for _ in 0..<70 {
            let step = try await harness.step("Fails")
            _ = await harness.error { try await harness.send(step, "x") }
        }
        #expect(try await harness.events("login.failed") == 60)
        harness.time.advance(by: 60)
        try await harness.domain.platform.forgetExpired()
        let told = try await harness.domain.platform.audit.latest(1, of: harness.database).last
        #expect(told?["kind"] == "login.failed" && told?["details"]?["more"] == 10)
    }

    private static let fails = """
        name: Fails
        start: name
        nodes:
          name: { username: {}, next: failure }
        """

    @Test("what was wrong in a run is what its lock-out locks")
    func lockOut() async throws {
        let harness = try await JourneyHarness { $0[BoundsSettings.self].lockoutThreshold = 100 }
        var step = try await harness.step(nil)
        for _ in 1..<5 { step = try await harness.send(step, "demo", "wrong").step }
        let last = step
        _ = await harness.error { try await harness.send(last, "demo", "wrong") }
        #expect(try await harness.isLocked(.password))
        #expect(try await harness.storedUser()?.isLocked(at: harness.time.now) == false)
        let event = try await harness.domain.platform.audit.latest(10, of: harness.database).last { $0["kind"] == "account.locked" }
        #expect(event?["details"]?["factors"] == ["password"])
    }

    @Test("that the database fails is no answer to which journeys there are")
    func unanswered() async throws {
        let harness = try await JourneyHarness()
        #expect(try await harness.engine.offers("Login", in: harness.realm))
        #expect(try await !harness.engine.offers("NoSuch", in: harness.realm))
        try await harness.database.close()
        await #expect(throws: (any Error).self) { try await harness.engine.offers("Another", in: harness.realm) }
    }
}
