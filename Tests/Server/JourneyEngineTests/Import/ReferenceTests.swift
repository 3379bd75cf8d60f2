import JourneyModel
import JourneyTesting
import JourneyTransfer
import Testing

@testable import JourneyEngine

@Suite("What a journey refers to")
struct ReferenceTests {
    @Test("what the realm doesn't have")
    func references() async throws {
        let harness = try await JourneyHarness()
        let journey = try JourneyDefinition(text: Journeys.outer)
        var check = JourneyCheck(journey)
        try await check.checkReferences(of: journey, in: harness.realm, of: harness.transfer)
        #expect(check.findings.map(\.path) == ["nodes.inner.tree"])
    }

    @Test(
        "attributes that the realm's schema doesn't have",
        arguments: [
            ("platformUsername: { usernameAttribute: nope }, next: success", ["usernameAttribute"]),
            ("attributeCollector: { attributesToCollect: [ mail, nope ] }, next: success", ["attributesToCollect"]),
            (
                "identifyUser: { identifier: nope, identityAttribute: none }, \"true\": success, \"false\": success",
                ["identityAttribute", "identifier"]
            ),
            ("passcodeBySMS: { mobilePhoneAttributeName: nope }, next: success", ["mobilePhoneAttributeName"]),
            (
                "emailTemplate: { emailTemplateName: x, emailAttribute: nope }, EMAIL_SENT: success, EMAIL_NOT_SENT: success",
                ["emailTemplateName", "emailAttribute"]
            ),
            ("attributePresentDecision: { presentAttribute: password }, \"true\": success, \"false\": success", []),
            (
                "attributePresentDecision: { presentAttribute: preferences/nope }, \"true\": success, \"false\": success",
                ["presentAttribute"]
            ),
        ])
    func attributes(_ node: String, _ settings: [String]) async throws {
        let harness = try await JourneyHarness()
        let journey = try JourneyDefinition(text: "name: Attributes\nstart: node\nnodes:\n  node: { \(node) }")
        var check = JourneyCheck(journey)
        try await check.checkReferences(of: journey, in: harness.realm, of: harness.transfer)
        #expect(check.findings.filter { $0.level == .error }.map(\.path) == settings.map { "nodes.node.\($0)" })
    }
}
