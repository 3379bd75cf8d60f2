import AuthenticatorMessages
import DeviceMessages
import Foundation
import JourneyMessages
import OneTimePassword
import Primitives
import Testing

@testable import JourneyEngine
import DeviceRegistry
import Directory
import Foundations
import MultiFactor
import Services
import Sessions
@testable import DevicePolicies

@Suite("Push to authenticator apps")
struct PushTests {
    private static func journey(_ sender: String = "", register: String = "pushRegistration: { issuer: Example }") -> String {
        """
          second: { pushSender: { \(sender) }, SENT: wait, NOT_REGISTERED: register, SKIPPED: success }
          wait: { pushWait: { secondsToWait: 2 }, DONE: look, EXITED: failure }
          look: { pushResult: {}, "TRUE": success, "FALSE": failure, EXPIRED: failure, WAITING: wait }
          register: { \(register), successOutcome: codes, failureOutcome: failure, timeoutOutcome: failure }
          codes: { recoveryCodeDisplay: {}, next: second }
        """
    }

    @Test("an app registers, is asked, approves, and the user is in; the push says all that strict clients want")
    func whole() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey("userMessage: \"{{user}} at {{issuer}}\""))
        let (app, asked) = try await enrol(harness)
        let push = try #require(try await app.pushes(harness).last)
        #expect(push.id.hasPrefix("AUTHENTICATE:") && push.request.message == "demo at /alpha" && push.request.kind == .plain)
        #expect(push.request.mechanismID == app.mechanism && push.request.lifetime == 120)
        let waiting = try await harness.send(asked, nil, nil).step
        #expect(waiting.types == [.pollingWait, .confirmation])
        try await app.answer(harness, push)
        try await app.answer(harness, push)  // the answer to the answer was lost
        let done = try await harness.send(waiting, nil, nil).success
        #expect(done.session?.properties["NodeType"] == "AuthenticatorPush")
    }

    @Test("a denied push lets nobody in")
    func denied() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey())
        let (app, asked) = try await enrol(harness)
        let push = try #require(try await app.pushes(harness).last)
        try await app.answer(harness, push, denying: true)
        await #expect(throws: DeviceError.self) { try await app.answer(harness, push) }
        await #expect(throws: JourneyRunError.self) { try await harness.send(asked, nil, nil).success }
    }

    @Test("a number is shown, and only the right one approves", arguments: [true, false])
    func number(_ isRight: Bool) async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey("pushType: CHALLENGE"))
        let (app, asked) = try await enrol(harness)
        let shown = try #require(asked.callbacks.compactMap { HiddenValue($0) }.first { $0.id == "pushChallengeNumber" }?.value)
        let push = try #require(try await app.pushes(harness).last)
        #expect(push.request.kind == .challenge && push.request.numbers.count == 3 && push.request.numbers.contains(shown))
        let wrong = push.request.numbers.first { $0 != shown }
        try await app.answer(harness, number: isRight ? shown : wrong)
        if isRight {
            #expect(try await harness.send(asked, nil, nil, nil).success.session != nil)
        } else {
            await #expect(throws: JourneyRunError.self) { try await harness.send(asked, nil, nil, nil).success }
        }
    }

    @Test("a biometric push carries its kind, context and payload")
    func biometric() async throws {
        let harness = try await JourneyHarness.withSecondFactor(
            Self.journey("pushType: BIOMETRIC, contextInfo: true, customPayload: [ username ]"))
        let (app, asked) = try await enrol(harness)
        let request = try #require(try await app.pushes(harness).last).request
        #expect(request.kind == .biometric && request.context.flatMap(PushContext.init)?.address == "192.0.2.1")
        try await app.answer(harness)
        #expect(try await harness.send(asked, nil, nil).success.session != nil)
    }

    @Test("one combined code registers one-time passwords and push")
    func combined() async throws {
        let harness = try await JourneyHarness.withSecondFactor(
            Self.journey(
                register: "combinedRegistration: { issuer: Example, policiesJson: '{\"biometricAvailable\": {}}' }"))
        let (app, _) = try await enrol(harness)
        #expect(app.account.password != nil && app.account.policies == "{\"biometricAvailable\": {}}")
        let kinds = try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).map(\.kind)
        #expect(Set(kinds) == [.authenticator, .totp])
        let verdict = try await harness.domain.multiFactor.authenticators.verify(
            Secret(try app.code(at: harness.time.now)), of: harness.user, tolerating: .init(), in: harness.realm, from: "192.0.2.1"
        ) { _ in }
        #expect(verdict == .accepted)
    }

    @Test("an expired push, and one that was used, let nobody in")
    func late() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey("messageTimeout: 10000"))
        let (app, asked) = try await enrol(harness)
        harness.time.advance(by: 11)
        await #expect(throws: (any Error).self) { try await app.answer(harness) }
        await #expect(throws: JourneyRunError.self) { try await harness.send(asked, nil, nil).success }

        let again = try await harness.login("Second").step
        try await app.answer(harness)
        #expect(try await harness.send(again, nil, nil).success.session != nil)
        harness.pass()
        await #expect(throws: (any Error).self) { try await harness.send(again, nil, nil).success }
    }

    /// One thing wrong with a registration.
    enum WrongRegistration: String, CaseIterable, CustomTestStringConvertible {
        case otherMessage, otherSecret, otherChallenge, noToken, late
        var testDescription: String { rawValue }
    }

    @Test("a registration with one thing wrong is refused, and changes nothing", arguments: WrongRegistration.allCases)
    func refused(_ wrong: WrongRegistration) async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey())
        let app = try StrictApp(scanning: try await harness.login("Second").step)
        if wrong == .late { harness.time.advance(by: 61) }
        let push = try #require(app.account.push)
        func registration(_ challenge: [UInt8]) -> PushRegistration {
            PushRegistration(
                response: ChallengeResponse(to: challenge, with: push.secret), mechanismID: app.mechanism,
                device: PushDevice(token: "-", name: "", type: "linux", carrier: .builtIn))
        }
        await #expect(throws: (any Error).self) {
            try await app.register(harness) { body in
                switch wrong {
                case .otherMessage: body.messageID += "1"
                case .otherSecret:
                    body.token =
                        (try? registration(push.challenge).signed(with: Secret(bytes: [UInt8](repeating: 1, count: 32)))) ?? ""
                case .otherChallenge: body.token = (try? registration([1, 2, 3]).signed(with: push.secret)) ?? ""
                case .noToken: body.token = "x"
                case .late: break
                }
            }
        }
        #expect(try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).isEmpty)
    }

    @Test("the same app may say its registration again, another may not")
    func repeated() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey())
        let app = try StrictApp(scanning: try await harness.login("Second").step)
        try await app.register(harness)
        try await app.register(harness)
        await #expect(throws: AuthenticatorAccountError(.refused, "")) { try await app.register(harness, as: "another") }
        #expect(try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).count == 1)
    }

    @Test("too many pushes that nobody approved, and none is sent for a while")
    func tired() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey())
        let (app, _) = try await enrol(harness)
        for _ in 0..<4 {
            try await app.answer(harness, denying: true)
            _ = try await harness.login("Second").step
        }
        try await app.answer(harness, denying: true)
        await #expect(throws: (any Error).self) { try await harness.login("Second").step }
        #expect(try await app.pushes(harness).isEmpty)
    }

    @Test("pushes of strangers that nobody approves end with their part of the budget, and the user's own still come")
    func strangers() async throws {
        let harness = try await JourneyHarness.withSecondFactor(Self.journey())
        let (app, _) = try await enrol(harness)
        try await app.answer(harness)
        func ask(_ asker: BudgetAsker) async throws -> Bool {
            do {
                _ = try await harness.domain.multiFactor.authenticators.ask(harness.user, .init(text: "?", by: asker), in: harness.realm)
            } catch let error as AuthenticatorAccountError where error.code == .locked { return false }
            try await app.answer(harness, denying: true)
            return true
        }
        let asked = try await (0..<20).asyncCount { try await ask(.stranger(at: "192.0.2.\($0)")) }
        #expect(asked == UserBudget.unansweredPushes.parts(of: 5).strangers)
        let device = try #require(try await harness.domain.deviceRegistry.devices.devices(of: harness.user.id, in: harness.realm.id).first)
        #expect(!device.isLocked(at: harness.domain.platform.time.now), "a lock would be the strangers' doing")
        #expect(try await ask(BudgetAsker(.user(harness.user.id), at: "192.0.2.1")))
        #expect(try await ask(BudgetAsker(.browser(of: harness.user.id), at: "192.0.2.1")))
        #expect(try await !ask(BudgetAsker(.user(harness.user.id), at: "192.0.2.1")), "five in all, whoever asks")
    }

    // MARK: -

    /// Registers an app; gives it, and the step in which it is asked for the first time.
    private func enrol(_ harness: JourneyHarness) async throws -> (StrictApp, Step) {
        let step = try await harness.login("Second").step
        #expect(step.types == [.textOutput, .textOutput, .hiddenValue, .pollingWait])
        let app = try StrictApp(scanning: step)
        let still = try await harness.send(step).step
        try await app.register(harness)
        let codes = try await harness.send(still).step
        return (app, try await harness.send(codes, nil, nil, 0).step)
    }
}

extension Range<Int> {
    fileprivate func asyncCount(_ isCounted: (Int) async throws -> Bool) async rethrows -> Int {
        var count = 0
        for value in self where try await isCounted(value) { count += 1 }
        return count
    }
}
