import JourneyModel
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory

/// A decision about a user: the node, what the user is like, and what is decided.
struct UserDecision: Sendable, CustomTestStringConvertible {
    let node: String
    let attributes: JSONObject
    let outcome: String
    var testDescription: String { "\(node) → \(outcome)" }

    init(_ node: String, _ attributes: JSONObject = JSONObject(), _ outcome: String) {
        self.node = node
        self.attributes = attributes
        self.outcome = outcome
    }

    static let all = [
        UserDecision("attributePresentDecision: {}", "true"), UserDecision("attributePresentDecision: { presentAttribute: city }", "false"),
        UserDecision("attributePresentDecision: { presentAttribute: city }", ["city": "Paris"], "true"),
        UserDecision("attributePresentDecision: { presentAttribute: aliasList }", ["aliasList": []], "false"),
        UserDecision("attributeValueDecision: { comparisonAttribute: city, comparisonValue: Paris }", ["city": "Paris"], "true"),
        UserDecision("attributeValueDecision: { comparisonAttribute: city, comparisonValue: paris }", ["city": "Paris"], "false"),
        UserDecision("attributeValueDecision: { comparisonAttribute: city, comparisonValue: Paris }", "false"),
        UserDecision("attributeValueDecision: { comparisonAttribute: city, comparisonOperation: PRESENT }", ["city": "Paris"], "true"),
        UserDecision("attributeValueDecision: { comparisonAttribute: aliasList, comparisonValue: b }", ["aliasList": ["a", "b"]], "true"),
        UserDecision(
            "attributeValueDecision: { comparisonAttribute: preferences/updates, comparisonValue: \"true\" }",
            ["preferences": ["updates": true]], "true"),
        UserDecision("queryFilterDecision: { queryFilter: 'city sw \"pa\"' }", ["city": "Paris"], "true"),
        UserDecision("queryFilterDecision: { queryFilter: 'city eq \"Rome\"' }", ["city": "Paris"], "false"),
        UserDecision("queryFilterDecision: { queryFilter: '!(/preferences pr) or /preferences/marketing eq false' }", "true"),
        UserDecision(
            "queryFilterDecision: { queryFilter: '!(/preferences pr) or /preferences/marketing eq false' }",
            ["preferences": ["marketing": true]], "false"),
        UserDecision("profileCompletenessDecision: { threshold: 0 }", "true"),
        UserDecision("profileCompletenessDecision: { threshold: 50 }", ["city": "Paris"], "false"),
        UserDecision("timeSinceDecision: { elapsedTime: 0 }", "true"), UserDecision("timeSinceDecision: { elapsedTime: 60 }", "false"),
        UserDecision("termsDecision: {}", "false"),
        UserDecision("termsDecision: {}", ["termsAccepted": ["termsVersion": "2"]], "true"),
        UserDecision("termsDecision: {}", ["termsAccepted": ["termsVersion": "1"]], "false"),
        UserDecision("accountActiveDecision: {}", "true"), UserDecision("kbaDecision: {}", "false"),
    ]
}

extension UserDecision {
    init(_ node: String, _ outcome: String) { self.init(node, JSONObject(), outcome) }
}

@Suite("Decisions about the user who has proved who they are")
struct UserDecisionTests {
    private func harness(_ node: String) async throws -> JourneyHarness {
        let harness = try await JourneyHarness { settings in
            settings[AccountSettings.self].terms = RealmTerms(version: "2", created: "2026-01-01T00:00:00Z", texts: ["en": "Be kind."])
        }
        try await harness.add(Journeys.afterLogin(node, "true", "false"))
        return harness
    }

    @Test("what they decide", arguments: UserDecision.all)
    func decides(_ decision: UserDecision) async throws {
        let harness = try await harness(decision.node)
        _ = try await harness.domain.directory.accounts.change(harness.user.id, in: harness.realm) { document in
            for member in decision.attributes.members { document[member.name] = member.value }
        }
        #expect(try await harness.login("AfterLogin").step.message == decision.outcome)
    }

    @Test("an account grows old")
    func grows() async throws {
        let harness = try await harness("timeSinceDecision: { elapsedTime: 60 }")
        harness.time.advance(by: 3600)
        #expect(try await harness.login("AfterLogin").step.message == "true")
    }

    @Test("a realm without terms has nothing to accept")
    func withoutTerms() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(Journeys.afterLogin("termsDecision: {}", "true", "false"))
        #expect(try await harness.login("AfterLogin").step.message == "true")
    }

    @Test("a name that is only claimed is told nothing, and the audit log says why", arguments: Set(UserDecision.all.map(\.node)).sorted())
    func claimed(_ node: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(
            """
            name: Claimed
            start: name
            nodes:
              name: { username: {}, next: only }
              only: { \(node), "true": success, "false": success }
            """)
        let step = try await harness.step("Claimed")
        #expect(await harness.error { try await harness.send(step, "demo") } == JourneyRunError(.failed))
        #expect(try await harness.events("login.failed") == 1)
    }

    @Test("settings that can't work are refused")
    func objections() {
        var filter = QueryFilterDecision()
        filter.filter = "city is Paris"
        #expect(filter.objections.map(\.setting) == ["queryFilter"])
        #expect(AttributeValueDecision().objections.map(\.setting) == ["comparisonValue"])
    }

    @Test("a query filter that is nonsense makes no journey")
    func nonsense() {
        #expect(throws: JourneyDefinitionError.self) {
            try JourneyDefinition(text: Journeys.afterLogin("queryFilterDecision: { queryFilter: 'city is' }", "true", "false"))
        }
    }
}
