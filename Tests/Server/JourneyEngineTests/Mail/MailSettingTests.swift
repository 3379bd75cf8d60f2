import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
import Messaging
import Services
import Foundations
import Directory

@Suite("Nodes that send messages: settings")
struct MailSettingTests {
    private typealias Node = NodeTrial.Node

    private func trial(http: any OutboundHTTP = NoOutboundHTTP()) async throws -> NodeTrial {
        let trial = try await NodeTrial(http: http) { $0[JourneySettings.self].journeyLifetime = 3600 }
        try await trial.setProfile(["description": "other@example.com", "displayName": "+41791234567"])
        for template in try EmailTemplate.standard() {
            try await trial.harness.domain.messaging.templates.save(template, in: trial.harness.realm.id)
        }
        return trial
    }

    /// The nodes that send mail to a user, with what they need besides.
    private static let senders: [(kind: String, settings: JSONObject)] = [
        ("emailSuspend", ["objectLookup": true]), ("emailTemplate", [:]), ("passcodeByEmail", [:]),
    ]

    private func send(_ trial: NodeTrial, _ kind: String, _ settings: JSONObject) async throws {
        _ = try await trial.step([Node("passcodeGenerator"), Node(kind, settings)])
    }

    @Test("emailAttribute: the message goes to the address in that attribute", arguments: senders.indices)
    func address(_ index: Int) async throws {
        let (kind, settings) = Self.senders[index]
        for (attribute, address) in [("mail", "demo@example.com"), ("description", "other@example.com")] {
            let trial = try await trial()
            try await send(trial, kind, settings.overlaid(with: ["emailAttribute": .string(attribute)]))
            #expect(trial.harness.mail.messages.map(\.to.text) == [address])
        }
    }

    @Test("emailTemplateName: the message is that of the template")
    func template() async throws {
        let trial = try await trial()
        try await send(trial, "emailTemplate", ["emailTemplateName": "forgottenUsername"])
        #expect(trial.harness.mail.messages.last?.content.text.contains("Your user name is demo.") == true)
    }

    @Test(
        "identityAttribute: a user who has proved nothing is found by it",
        arguments: [("mail", "EMAIL_SENT"), ("userName", "EMAIL_NOT_SENT")])
    func found(_ attribute: String, _ outcome: String) async throws {
        let trial = try await trial()
        let collect = Node("attributeCollector", ["attributesToCollect": ["mail"]])
        let step = try await trial.step([collect, Node("emailTemplate", ["identityAttribute": .string(attribute)])], isProven: false)
        #expect(try await trial.harness.send(step, "demo@example.com").step.message == outcome)
    }

    @Test("a passcode's subject, and the port of its server")
    func passcode() async throws {
        let trial = try await trial()
        try await send(trial, "passcodeByEmail", ["emailSubject": "Code for {{User}}"])
        #expect(trial.harness.mail.messages.last?.content.subject == "Code for demo")
        let server: JSONObject = ["hostName": "a.example.com", "hostPort": 2525, "fromEmailAddress": "b@example.com"]
        try await send(trial, "passcodeByEmail", server)
        #expect((trial.harness.mail.servers.last ?? nil)?.settings.port == 2525)
    }

    @Test("a text message goes to the number in the attribute that is named")
    func number() async throws {
        let gateway = RecordingGateway()
        let trial = try await trial(http: gateway)
        try await trial.harness.domain.messaging.smsGateways.set(RecordingGateway.settings, of: trial.harness.realm)
        try await send(trial, "passcodeBySMS", ["mobilePhoneAttributeName": "displayName"])
        #expect(gateway.text?.contains("+41791234567") == true)
    }

    @Test("a passcode is good for so many minutes", arguments: [(1, 59.0, "true"), (1, 61, "false"), (10, 301, "true")])
    func expiry(_ minutes: Int64, _ passed: Double, _ outcome: String) async throws {
        let trial = try await trial()
        let step = try await trial.step([
            Node("passcodeGenerator"), Node("passcodeByEmail"), Node("passcodeDecision", ["passwordExpiryTime": .integer(minutes)]),
        ])
        let code = try #require(trial.harness.mail.passcode)
        trial.harness.time.advance(by: passed)
        #expect(try await trial.harness.send(step, .string(code)).step.message == outcome)
    }
}
