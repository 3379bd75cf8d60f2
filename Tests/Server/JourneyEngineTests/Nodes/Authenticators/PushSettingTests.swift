import AuthenticatorMessages
import JourneyMessages
import JourneyModel
import Primitives
import Store
import Testing

@testable import JourneyEngine
import Services
import Directory
import MultiFactor

@Suite("Push to authenticator apps: settings")
struct PushSettingTests {
    private typealias Node = NodeTrial.Node

    @Test(
        "recovery codes are made where they are wanted", arguments: ["pushRegistration", "combinedRegistration"], [true, false])
    func recoveryCodes(_ kind: String, _ isWanted: Bool) async throws {
        let trial = try await NodeTrial()
        let step = try await trial.step(kind, ["generateRecoveryCodes": .bool(isWanted)])
        try await StrictApp(scanning: step).register(trial.harness)
        let next = try await trial.harness.send(step).step
        #expect(next.message == "successOutcome")
        #expect((try trial.harness.state(of: next).secrets[RecoveryCodeDisplay.codesName] != nil) == isWanted)
    }

    @Test(
        "the code is good for so many seconds", arguments: ["pushRegistration", "combinedRegistration"],
        [(10, "timeoutOutcome"), (20, nil)] as [(Int64, String?)])
    func timeout(_ kind: String, _ time: (seconds: Int64, message: String?)) async throws {
        let trial = try await NodeTrial()
        let step = try await trial.step(kind, ["timeout": .integer(time.seconds)])
        trial.harness.time.advance(by: 11)
        let next = try await trial.harness.send(step).step
        #expect((next.message == "timeoutOutcome") == (time.message != nil))
        #expect(next.types.contains(.pollingWait) == (time.message == nil))
    }

    @Test(
        "a user who has opted out is asked all the same where it is mandatory",
        arguments: [(true, "NOT_REGISTERED"), (false, "SKIPPED")])
    func mandatory(_ isMandatory: Bool, _ outcome: String) async throws {
        let trial = try await NodeTrial()
        let (user, realm) = (trial.harness.user.id, trial.harness.realm.id)
        try await trial.harness.database.write { try SecondFactorChoices.optOut(of: .push, user, realm: realm, in: $0) }
        #expect(try await trial.step("pushSender", ["mandatory": .bool(isMandatory)]).message == outcome)
    }

    @Test("a push that can't be sent is an outcome where that is wanted, else it ends the run")
    func failure() async throws {
        let trial = try await NodeTrial()
        let long = Node("setState", ["attributes": ["long": .string(String(repeating: "x", count: 4000))]])
        let settings: JSONObject = ["customPayload": ["long"], "mandatory": true]
        let captured = Node("pushSender", settings.overlaid(with: ["captureFailure": true]))
        #expect(try await trial.step([long, captured]).message == "FAILURE")
        #expect(await trial.harness.error { try await trial.step([long, Node("pushSender", settings)]) } == JourneyRunError(.failed))
    }

    @Test("the app is sent the keys of the state that are named")
    func payload() async throws {
        let trial = try await NodeTrial()
        let app = StrictApp(
            offer: try await trial.harness.domain.multiFactor.authenticators.offerPush(
                to: trial.harness.user.id, lifetime: 60, in: trial.harness.realm)
        )
        try await app.register(trial.harness)
        let state = Node("setState", ["attributes": ["order": "42", "other": "no"]])
        #expect(try await trial.step([state, Node("pushSender", ["customPayload": ["order"]])]).message == "SENT")
        let payload = try #require(try await app.pushes(trial.harness).last).request.customPayload
        #expect(try JSONValue(parsing: payload ?? "") == ["order": "42"])
    }
}
