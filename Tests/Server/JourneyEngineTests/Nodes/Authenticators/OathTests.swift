import JourneyMessages
import OneTimePassword
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory
import DeviceRegistry
@testable import DevicePolicies

@Suite("One-time passwords of authenticator apps")
struct OathTests {
    private static let ask = """
          second: { oathTokenVerifier: { isRecoveryCodeAllowed: true }, successOutcome: success, failureOutcome: failure, notRegisteredOutcome: register, recoveryCodeOutcome: recover }
          recover: { recoveryCode: { recoveryCodeType: OATH }, "true": success, "false": failure }
        """

    private static func register(_ settings: String = "") -> String {
        "  register: { oathRegistration: { issuer: Example\(settings) }, successOutcome: codes, failureOutcome: failure }\n"
            + "  codes: { recoveryCodeDisplay: {}, next: success }\n"
    }

    @Test("a user without an app registers one, gets recovery codes, and signs in with codes from then on", arguments: ["TOTP", "HOTP"])
    func whole(_ algorithm: String) async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register(", algorithm: \(algorithm)"))
        let (app, codes) = try await enrol(harness)
        #expect(app.account.issuer == "Example" && app.account.account == "demo" && codes.count == 10)

        let counter: UInt64 = algorithm == "HOTP" ? 1 : 0  // one line of clients shows the second code first
        let code = try app.code(at: harness.time.now, counter: counter)
        let done = try await verify(harness, code).success
        #expect(done.session?.properties["NodeType"] == "AuthenticatorOATH")
        await #expect(throws: JourneyRunError.self) { try await verify(harness, code).success }
        #expect(try await harness.events("login.failed") == 1)
    }

    @Test("a recovery code lets in once")
    func recovery() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register())
        let (_, codes) = try await enrol(harness)
        func recover(_ code: String) async throws -> JourneyReply {
            let asked = try await harness.login("Second").step
            let step = try await harness.send(asked, "", 1).step
            return try await harness.send(step, .string(code))
        }
        #expect(try await recover(codes[3].lowercased()).success.session != nil)
        await #expect(throws: JourneyRunError.self) { try await recover(codes[3]).success }
        #expect(try await recover(codes[4]).success.session != nil)
        await #expect(throws: JourneyRunError.self) { try await recover("ABCDEFGHJK").success }
    }

    @Test(
        "a client that sends the steps back as they came goes on by the only button, with and without the answer's value",
        arguments: [false, true])
    func untouched(_ leavesValueOut: Bool) async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register())
        func echo(_ step: Step) async throws -> JourneyReply {
            var step = step
            if leavesValueOut {
                for index in step.callbacks.indices {
                    step.callbacks[index].input = step.callbacks[index].input.map { Callback.Field($0.name, nil) }
                }
            }
            return try await harness.engine.advance(step, in: harness.realm, from: harness.client)
        }
        let shown = try await echo(try await harness.login("Second").step).step
        #expect(shown.callbacks.last?.input == [Callback.Field("IDToken3", 0)])
        #expect(try await echo(shown).success.session != nil)
    }

    @Test("clients that draw the step themselves find codes and device by patterns (docs/protocols/step-protocol.md 3.8)")
    func patterns() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register())
        let (shown, codes) = try await shownCodes(harness)
        let script = try #require(shown.callbacks[0].output("message")?.string)
        #expect(shown.callbacks[0].output("messageType") == "4" && script.contains("Recovery Codes"))
        #expect(script.matches(of: #/\s[\s\S]"(\w*)\\/#).map { String($0.1) } == codes)
        #expect(script.firstMatch(of: #/<em\s*>(.*?)</em>/#)?.1 == "OATH Device")
    }

    @Test("storage can wait until a code was right")
    func postponed() async throws {
        let harness = try await JourneyHarness.withSecondFactor(
            """
              second: { oathRegistration: { postponeDeviceProfileStorage: true }, successOutcome: store, failureOutcome: failure }
              store: { oathDeviceStorage: {}, successOutcome: codes, failureOutcome: failure }
              codes: { recoveryCodeDisplay: {}, next: success }
            """)
        let step = try await harness.login("Second").step
        #expect(try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).isEmpty)
        let shown = try await harness.send(step, nil, nil, nil, 0).step
        #expect(try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).map(\.kind) == [.totp])
        #expect(try await harness.send(shown, nil, nil, 0).success.session != nil)
    }

    @Test("wrong codes lock the app, though the password before each of them was right")
    func lockOut() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register()) {
            $0[BoundsSettings.self].lockoutThreshold = 3
        }
        let (app, _) = try await enrol(harness)
        for _ in 0..<3 {
            await #expect(throws: JourneyRunError.self) { try await verify(harness, "000000").success }
        }
        let devices = try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id)
        #expect(devices.contains { $0.isLocked(at: harness.time.now) })
        await #expect(throws: (any Error).self) { try await verify(harness, try app.code(at: harness.time.now)).success }
    }

    @Test("of sixty-four at once one is let in with a code; the others are told why they aren't, and lock nothing")
    func once() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.ask + "\n" + Self.register()) {
            $0[BoundsSettings.self].lockoutThreshold = 5
            $0[BoundsSettings.self].failuresPerAddressAndMinute = 1000
        }
        let (app, _) = try await enrol(harness)
        let code = try app.code(at: harness.time.now)
        var steps: [Step] = []
        for _ in 0..<64 { steps.append(try await harness.login("Second").step) }
        let accepted = await withTaskGroup(of: Bool.self) { group in
            for step in steps { group.addTask { (try? await harness.send(step, .string(code), 0).success) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        let used = await harness.error { try await verify(harness, code) }
        #expect(used?.message == "This code was used before. Wait for the next one.")
        harness.time.advance(by: 31)
        let next = try app.code(at: harness.time.now)
        #expect(try await verify(harness, next).success.session != nil)
    }

    // MARK: -

    private func enrol(_ harness: JourneyHarness) async throws -> (StrictApp, [String]) {
        let step = try await harness.login("Second").step
        #expect(step.types == [.textOutput, .textOutput, .hiddenValue, .confirmation])
        let app = try StrictApp(scanning: step)
        let (shown, codes) = try await codes(after: step, harness)
        #expect(try await harness.send(shown, nil, nil, 0).success.session != nil)
        return (app, codes)
    }

    private func shownCodes(_ harness: JourneyHarness) async throws -> (Step, [String]) {
        try await codes(after: try await harness.login("Second").step, harness)
    }

    private func codes(after step: Step, _ harness: JourneyHarness) async throws -> (Step, [String]) {
        let shown = try await harness.send(step, nil, nil, nil, 0).step
        #expect(shown.types == [.textOutput, .textOutput, .confirmation])
        let text = shown.callbacks[1].output("message")?.string ?? ""
        return (shown, text.split(separator: "\n").map(String.init).filter { $0.count == 10 && !$0.contains(" ") })
    }

    private func verify(_ harness: JourneyHarness, _ code: String) async throws -> JourneyReply {
        try await harness.send(harness.login("Second").step, .string(code), 0)
    }
}
