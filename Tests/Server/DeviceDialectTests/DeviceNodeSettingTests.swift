import DeviceMessages
import DialectTesting
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import Primitives
import Testing

@testable import JourneyModel
import Services
import SignIn
import Directory

/// With a phone that is asked; what needs none, `DeviceChoiceTests` of the journey engine show.
@Suite("The device authentication node: settings")
struct DeviceNodeSettingTests {
    /// The step of a user with a paired phone.
    private func asked(_ settings: String) async throws -> (step: JSONValue, phone: TestPhone) {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let journey = try JourneyDefinition(
            text: """
                name: Ask
                start: credentials
                nodes:
                  credentials: { page: [ { username: {} }, { password: {} } ], next: check }
                  check: { dataStoreDecision: {}, "true": ask, "false": failure }
                  ask: { deviceAuthentication: { \(settings) }, success: success, failure: failure, noDevice: failure, notEnabled: failure, bypassed: failure }
                """)
        try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: server.realm.id)
        let first = try await server.server.start("Ask")
        let answered = first.answering([.string(TestDomain.username), .string(TestDomain.password)])
        return (try await server.server.authenticate(answered).json, phone)
    }

    @Test("the texts and the pause are what is shown while the phone is asked")
    func shown() async throws {
        let plain = try await asked("").step
        #expect(plain.output("waitTime") == "2000" && plain.output("message")?.string?.hasPrefix("Approve the request") == true)
        let set = try await asked("waitingMessage: Look there, numberMessage: \"and type {{number}}\", seconds: 7").step
        let number = try #require(set["callbacks"]?.array?.last?["output"]?.array?.first { $0["name"] == "value" }?["value"]?.string)
        #expect(set.output("waitTime") == "7000" && set.output("message")?.string == "Look there and type \(number)")
    }

    @Test("the phone is told the text for its app")
    func clientContext() async throws {
        let (_, phone) = try await asked("clientContext: order 42")
        let push = try await phone.push()
        #expect(try await phone.document(of: push.challenge).0.clientContext == "order 42")
    }
}
