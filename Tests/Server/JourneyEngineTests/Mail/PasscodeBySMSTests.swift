import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import Testing

@testable import JourneyEngine
@testable import JourneyNodes
import Services
import Sessions
import Directory
import Messaging

@Suite("One-time passcodes by text message")
struct PasscodeBySMSTests {
    private static let number = "+41791234567"
    private static let second = """
        name: Second
        start: credentials
        nodes:
          credentials: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": make, "false": failure }
          make: { passcodeGenerator: { length: 6 }, next: send }
          send: { passcodeBySMS: { smsContent: { en: "{{User}}: {{OTP}}", de: "Code {{OTP}}" } }, next: ask }
          ask: { passcodeDecision: {}, "true": success, "false": again }
          again: { retryLimitDecision: { limit: 10 }, Retry: send, Reject: failure }
        """
    private static let first = """
        name: First
        start: name
        nodes:
          name: { username: {}, next: make }
          make: { passcodeGenerator: {}, next: send }
          send: { passcodeBySMS: {}, next: ask }
          ask: { passcodeDecision: {}, "true": success, "false": failure }
        """

    private func harness(
        _ peer: RecordingGateway, number: String? = number, _ change: (inout RealmSettings) -> Void = { _ in }
    ) async throws -> JourneyHarness {
        let harness = try await JourneyHarness(http: peer, change)
        for text in [Self.second, Self.first] { try await harness.add(text) }
        try await harness.domain.messaging.smsGateways.set(RecordingGateway.settings, of: harness.realm)
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm, as: .administrator) { document in
            for (name, value) in [("mail", "demo@example.com"), ("givenName", "Demo"), ("sn", "User")] { document[name] = .string(value) }
            document["telephoneNumber"] = number.map(JSONValue.string)
        }
        return harness
    }

    @Test("the code that was sent is right, once")
    func right() async throws {
        let peer = RecordingGateway()
        let harness = try await harness(peer)
        let ask = try await harness.login("Second").step
        let code = try #require(peer.passcode)
        #expect(ask.types == [.password] && code.count == 6 && peer.text?.contains("demo: \(code)") == true)
        #expect(peer.text?.contains(Self.number) == true)
        #expect(try await harness.send(ask, .string(code)).success.session != nil)
        harness.pass()
        #expect(await harness.error { try await harness.send(ask, .string(code)) } == JourneyRunError(.spent))
    }

    @Test("what travels with the client is not the code, and one sent again is another")
    func again() async throws {
        let peer = RecordingGateway()
        let harness = try await harness(peer)
        let ask = try await harness.login("Second").step
        let code = try #require(peer.passcode)
        let state = try harness.state(of: ask)
        #expect(state.secrets[PasscodeKey.code] == nil && !JSONValue.object(state.json).text.contains(code))
        let next = try await harness.send(ask, "000000").step
        let other = try #require(peer.passcode)
        #expect(peer.requests.count == 2 && other.count == 6 && other != code)
        #expect(try await harness.send(next, .string(other)).success.session != nil)
    }

    @Test("a code in place of a password proves who somebody is; a user without a number, or without an account, looks the same")
    func alone() async throws {
        let peer = RecordingGateway()
        let harness = try await harness(peer)
        let ask = try await harness.send(harness.step("First"), "demo").step
        let nobodys = try await harness.send(harness.step("First"), "xxxx").step
        #expect(ask.callbacks == nobodys.callbacks && ask.authID.count == nobodys.authID.count)
        let code = try #require(peer.passcode)
        #expect(await harness.error { try await harness.send(nobodys, .string(code)) } == JourneyRunError(.failed))
        #expect(try await harness.send(ask, .string(code)).success.session?.username == "demo")
        #expect(peer.requests.count == 1)
    }

    @Test("a gateway that is down shows in nothing; without a gateway the run ends, whether or not there is such a user")
    func down() async throws {
        let harness = try await harness(RecordingGateway(nil))
        #expect(try await harness.send(harness.step("First"), "demo").step.types == [.password])
        #expect(try await harness.login("Second").step.types == [.password])
        try await harness.domain.messaging.smsGateways.remove(of: harness.realm)
        for name in ["demo", "xxxx"] {
            #expect(await harness.error { try await harness.send(harness.step("First"), .string(name)) } == JourneyRunError(.internal))
        }
        #expect(await harness.error { try await harness.login("Second") } == JourneyRunError(.internal))
    }

    @Test("a number that is none ends the run of who has proved who they are", arguments: ["0791234567", nil])
    func noNumber(_ number: String?) async throws {
        let peer = RecordingGateway()
        let harness = try await harness(peer, number: number)
        #expect(await harness.error { try await harness.login("Second") } == JourneyRunError(.internal))
        #expect(peer.requests.isEmpty)
    }

    @Test("too many messages are refused")
    func limited() async throws {
        let peer = RecordingGateway()
        let harness = try await harness(peer) { $0[MessageSettings.self].mailsPerRecipientAndMinute = 1 }
        _ = try await harness.login("Second")
        #expect(await harness.error { try await harness.login("Second") } == JourneyRunError(.overloaded))
        #expect(peer.requests.count == 1)
    }
}
