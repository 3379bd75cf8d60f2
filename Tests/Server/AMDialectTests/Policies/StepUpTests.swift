import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import PolicyMessages
import Primitives
import Sessions
import Testing

@testable import JourneyModel
@testable import JourneyEngine
import JourneyNodes
import Services
import Directory

@Suite("Step-up by a policy's advice")
struct StepUpTests {
    @Test("a transaction: the journey asks, the session stays, the resource is allowed once", arguments: [false, true])
    func transaction(inBase64: Bool) async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        let step = try await policies.begin(advice, with: token, inBase64: inBase64)
        // Who it is, is known; that it is they, has to be proved.
        #expect(step.json["callbacks"]?.array?.compactMap { $0["type"]?.string } == ["PasswordCallback"])
        let success = try await policies.server.authenticate(step.json.answering([TestDomain.password]))
        #expect(success.json["tokenId"]?.string == token && success.json["realm"] == "/alpha" && success.json["successUrl"] != nil)
        let id = try #require(advice.transactionID)
        #expect(try await policies.decide(for: token, transaction: id).allows("POST"))
        #expect(try await policies.decide(for: token, transaction: id).actions.isEmpty)
    }

    @Test("a wrong password approves nothing; the right one still can")
    func wrongPassword() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        let step = try await policies.begin(advice, with: token)
        #expect(try await policies.server.authenticate(step.json.answering(["wrong"])).status == .unauthorized)
        let id = try #require(advice.transactionID)
        #expect(try await policies.decide(for: token, transaction: id).actions.isEmpty)
        let again = try await policies.begin(advice, with: token)
        #expect(try await policies.server.authenticate(again.json.answering([TestDomain.password])).status == .ok)
        #expect(try await policies.decide(for: token, transaction: id).allows("POST"))
    }

    /// Who can't begin the step-up of somebody's transaction, or when.
    enum Beginner: CaseIterable { case nobody, otherUser, otherSession, loggedOut, late, finished, used, unknown }

    @Test("a transaction that isn't the session's to approve is a login failure", arguments: Beginner.allCases)
    func refused(_ beginner: Beginner) async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        var advice = try await policies.decide(for: token).advices
        var presented: String? = token
        switch beginner {
        case .nobody: presented = nil
        case .otherUser: presented = try await policies.signIn("alice")
        case .otherSession: presented = try await policies.signIn()
        case .loggedOut: _ = try await policies.server.session("logout", token: token)
        case .late: policies.server.time.advance(by: 180)
        case .finished: advice = PolicyAdvice(.transaction, try await policies.approved(token))
        case .used:
            let id = try await policies.approved(token)
            #expect(try await policies.decide(for: token, transaction: id).allows("POST"))
            advice = PolicyAdvice(.transaction, id)
        case .unknown: advice = PolicyAdvice(.transaction, "4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13")
        }
        let answer = try await policies.begin(advice, with: presented)
        #expect(answer.status == .unauthorized && answer.json["message"] == "Login failure")
    }

    @Test("it is refused at the end, too: when the session ended, or time ran out meanwhile", arguments: [false, true])
    func endedMeanwhile(isLate: Bool) async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        let step = try await policies.begin(advice, with: token)
        if isLate { policies.server.time.advance(by: 181) } else { _ = try await policies.server.session("logout", token: token) }
        #expect(try await policies.server.authenticate(step.json.answering([TestDomain.password])).status == .unauthorized)
    }

    @Test("the session that asks approves nothing by being there")
    func sessionAsProof() async throws {
        let policies = try await PolicyServer()
        let journey = """
            name: Approve
            start: session
            nodes: { session: { sessionData: { sessionDataKey: UserToken, sharedStateKey: username }, next: success } }
            """
        let engine = JourneyEngine(domain: JourneyServices(policies.server.domain), catalogue: .runnable)
        try await engine.save(try JourneyDefinition(text: journey), in: policies.realm)
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        #expect(try await policies.begin(advice, with: token).status == .unauthorized)
        #expect(try await policies.decide(for: token, transaction: advice.transactionID).actions.isEmpty)
    }

    @Test("of several runs of the same step-up one approves")
    func parallelRuns() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        var steps: [JSONValue] = []
        for _ in 0..<8 { steps.append(try await policies.begin(advice, with: token).json) }
        let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
            for step in steps { group.addTask { try await policies.server.authenticate(step.answering([TestDomain.password])).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .ok }.count == 1)
    }

    @Test("a journey for transactions is no way to sign in")
    func transactionalOnly() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        for headers in [[:], policies.server.presenting(token)] {
            let answer = try await policies.server.authenticate(query: "?authIndexType=service&authIndexValue=Approve", headers: headers)
            #expect(answer.status == .badRequest)
        }
        #expect(try await policies.begin(PolicyAdvice(.service, "/alpha:Approve"), with: token).status == .badRequest)
    }

    @Test("noSession doesn't turn an approval into something else")
    func noSession() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        let step = try await policies.begin(advice, with: token, parameters: "&noSession=true")
        let success = try await policies.server.authenticate(step.json.answering([TestDomain.password]))
        #expect(success.json["tokenId"]?.string == token)
        #expect(try await policies.decide(for: token, transaction: advice.transactionID).allows("POST"))
    }

    @Test("a level: the least journey that is enough upgrades the session")
    func level() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(PolicyServer.account, for: token).advices
        #expect(advice == PolicyAdvice(.level, "/alpha:2"))
        let new = try await upgrade(policies, advice, token)
        #expect(new != token)
        #expect(try await policies.server.session("validate", token: token).json == ["valid": false])
        #expect(try await policies.decide(PolicyServer.account, for: new).allows("GET"))
        #expect(try await policies.decide(PolicyServer.vault, for: new).allows("GET"), "Stronger was the journey")
        // What is met already is a success at once, with the session as it is.
        for met in [advice, PolicyAdvice(.level, "1"), PolicyAdvice(.service, "Stronger"), PolicyAdvice(.service, "/alpha:Stronger")] {
            #expect(try await policies.begin(met, with: new).json["tokenId"]?.string == new)
        }
    }

    @Test("a journey: passed once, it stays passed when the session is upgraded by another")
    func service() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let advice = try await policies.decide(PolicyServer.vault, for: token).advices
        let new = try await upgrade(policies, advice, token)
        #expect(try await policies.decide(PolicyServer.vault, for: new).allows("GET"))
        let newer = try await upgrade(policies, PolicyAdvice(.level, "/alpha:3"), new)
        var realm = policies.realm
        realm.settings[SessionSettings.self].exposedSessionProperties += ["AuthLevel", "Service"]
        try await policies.server.domain.directory.realms.update(realm)
        let shown = try await policies.server.session("getSessionInfo", token: newer, version: "resource=2.1").json["properties"]
        #expect(shown?["AuthLevel"] == "5" && shown?["Service"] == "Strongest|Stronger|Login")
        let set = try await policies.server.session("updateSessionProperties", token: newer, body: ["AuthLevel": "9"])
        #expect(set.status == .forbidden)
        #expect(try await policies.decide(PolicyServer.vault, for: newer).allows("GET"))
        #expect(try await policies.decide(PolicyServer.account, for: newer).allows("GET"))
    }

    @Test("somebody else's password upgrades nothing and approves nothing")
    func otherUser() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let step = try await policies.begin(PolicyAdvice(.service, "Stronger"), with: token)
        let answer = try await policies.server.authenticate(step.json.answering(["alice", TestDomain.password]))
        #expect(answer.status == .unauthorized)
        #expect(try await policies.server.session("validate", token: token).json["valid"] == true)
    }

    @Test(
        "advice that leads nowhere, or isn't any, is a bad request",
        arguments: [
            PolicyAdvice(.service, "None"), PolicyAdvice(.service, "/beta:Stronger"), PolicyAdvice(.level, "9"),
            PolicyAdvice(.level, "high"),
            PolicyAdvice(.level, "/beta:2"), PolicyAdvice(.init(rawValue: "AuthSchemeConditionAdvice"), "x"),
        ])
    func nowhere(_ advice: PolicyAdvice) async throws {
        let policies = try await PolicyServer()
        #expect(try await policies.begin(advice, with: try await policies.signIn()).status == .badRequest)
    }

    @Test("what isn't advice", arguments: ["", "x", "%3CAdvices%2F%3E", "%3C!DOCTYPE%20a%3E", "PEFkdmljZXMv"])
    func malformed(_ value: String) async throws {
        let policies = try await PolicyServer()
        let answer = try await policies.server.authenticate(query: "?authIndexType=composite_advice&authIndexValue=\(value)")
        #expect(answer.status == .badRequest)
    }

    private func upgrade(_ policies: PolicyServer, _ advice: PolicyAdvice, _ token: String) async throws -> String {
        let step = try await policies.begin(advice, with: token)
        let success = try await policies.server.authenticate(step.json.answering([TestDomain.username, TestDomain.password]))
        return try #require(success.json["tokenId"]?.string)
    }
}
