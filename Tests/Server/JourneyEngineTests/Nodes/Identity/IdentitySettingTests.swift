import Foundation
import JourneyMessages
import JourneyModel
import MailTesting
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory
import Messaging

@Suite("Identity nodes: settings")
struct IdentitySettingTests {
    private typealias Node = NodeTrial.Node

    private func trial() async throws -> NodeTrial {
        let trial = try await NodeTrial()
        try await trial.setProfile(["city": "Paris", "telephoneNumber": "+41791234567"])
        return trial
    }

    @Test("which node of a page decides", arguments: [(0, "true"), (1, "false")] as [(JSONValue, String)])
    func decidedBy(_ button: JSONValue, _ outcome: String) async throws {
        let nodes: JSONValue = [["message": [:]], ["username": [:]]]
        let trial = try await trial()
        let step = try await trial.step("page", ["nodes": nodes, "decidedBy": 1], isProven: false)
        #expect(try await trial.harness.send(step, nil, button, "ada").step.message == outcome)
        #expect(throws: JourneyDefinitionError.self) { try NodeTrial.journey([Node("page", ["nodes": nodes])]) }
    }

    @Test("the attribute that a user name is kept for", arguments: ["userName", "displayName"])
    func usernameAttribute(_ attribute: String) async throws {
        let trial = try await trial()
        let step = try await trial.step("platformUsername", ["usernameAttribute": .string(attribute)], isProven: false)
        let next = try await trial.harness.send(step, "Ada").step
        #expect(try trial.harness.state(of: next).attributes == [attribute: "Ada"])
    }

    @Test("attributes that are required are asked for until they are given", arguments: [true, false])
    func required(_ isRequired: Bool) async throws {
        let trial = try await trial()
        let settings: JSONObject = ["attributesToCollect": ["city"], "required": .bool(isRequired)]
        let step = try await trial.step("attributeCollector", settings, isProven: false)
        let next = try await trial.harness.send(step, "").step
        #expect(next.types == (isRequired ? [.stringAttribute] : [.textOutput, .confirmation]))
    }

    @Test("with a user's own rights only that is changed which users may change", arguments: [(true, "FAILURE"), (false, "PATCHED")])
    func owner(_ isOwner: Bool, _ outcome: String) async throws {
        let trial = try await trial()
        let collect = Node("attributeCollector", ["attributesToCollect": ["termsAccepted/acceptDate"]])
        let step = try await trial.step([collect, Node("patchObject", ["patchAsObject": .bool(isOwner)])])
        #expect(try await trial.harness.send(step, "2026-01-01").step.message == outcome)
    }

    @Test("the attribute by which a user is found", arguments: [("telephoneNumber", "true"), ("mail", "false")])
    func identityAttribute(_ attribute: String, _ outcome: String) async throws {
        let trial = try await trial()
        let collect = Node("attributeCollector", ["attributesToCollect": ["telephoneNumber"]])
        let find = Node("identifyUser", ["identityAttribute": .string(attribute)])
        let step = try await trial.step([collect, find], isProven: false)
        #expect(try await trial.harness.send(step, "+41791234567").step.message == outcome)
    }

    @Test("the attribute of the found user that is kept", arguments: [("userName", "true"), ("city", "false")])
    func identifier(_ attribute: String, _ outcome: String) async throws {
        let trial = try await trial()
        let collect = Node("attributeCollector", ["attributesToCollect": ["givenName", "sn", "mail"]])
        let find = Node("identifyUser", ["identifier": .string(attribute)])
        let step = try await trial.step([collect, find, Node("requiredAttributesDecision")], isProven: false)
        #expect(try await trial.harness.send(step, "Demo", "User", "demo@example.com").step.message == outcome)
    }

    @Test(
        "the name whose password is checked is the identified user's where that is wanted",
        arguments: [(true, "TRUE"), (false, "FALSE")])
    func universalId(_ usesIdentified: Bool, _ outcome: String) async throws {
        let trial = try await trial()
        _ = try await trial.harness.addUser("other")
        let page = Node("page", ["nodes": [["username": [:]], ["password": [:]]]])
        let step = try await trial.step([page, Node("identityStoreDecision", ["useUniversalIdForUsername": .bool(usesIdentified)])])
        #expect(try await trial.harness.send(step, "other", "Ch4ng3it!").step.message == outcome)
    }

    @Test("the attribute by which the user is found whose questions are asked")
    func questions() async throws {
        let trial = try await trial()
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret("Byron")), SecurityQuestions.NewAnswer(.offered("2"), Secret("Babbage")),
        ]
        try await trial.harness.domain.credentials.securityQuestions.define(answers, of: trial.harness.user, in: trial.harness.realm)
        let collect = Node("attributeCollector", ["attributesToCollect": ["mail"]])
        let step = try await trial.step([collect, Node("kbaVerification", ["identityAttribute": "mail"])], isProven: false)
        let asked = try await trial.harness.send(step, "demo@example.com").step
        #expect(try await trial.harness.send(asked, "Byron", "Babbage").step.message == "true")
        let other = try await trial.step([collect, Node("kbaVerification")], isProven: false)
        #expect(await trial.harness.error { try await trial.harness.send(other, "demo@example.com") } == JourneyRunError(.failed))
    }

    @Test(
        "an account is unlocked by a node that is to unlock, for a user who proved who they are otherwise",
        arguments: ["LOCK", "UNLOCK"])
    func unlocks(_ action: String) async throws {
        let trial = try await trial()
        for template in try EmailTemplate.standard() {
            try await trial.harness.domain.messaging.templates.save(template, in: trial.harness.realm.id)
        }
        let (harness, mail) = (trial.harness, Node("emailSuspend", ["objectLookup": true]))
        let step = try await trial.step([Node("username"), mail, Node("accountLockout", ["lockAction": .string(action)])], isProven: false)
        _ = try await harness.send(step, "demo")
        try await harness.domain.directory.users.setLock(until: .distantFuture, of: harness.user.id, in: harness.realm.id)
        _ = try await harness.engine.resume(harness.mail.suspendedID ?? "", in: harness.realm, from: harness.client)
        #expect(try await harness.storedUser()?.isLocked(at: harness.time.now) == (action == "LOCK"))
    }
}
