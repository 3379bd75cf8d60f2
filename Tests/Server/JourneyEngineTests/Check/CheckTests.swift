import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine

@Suite("journey check")
struct CheckTests {
    @Test("a problem is at its line, in YAML and in JSON")
    func lines() throws {
        let yaml = Journeys.twoSteps.replacing("limit: 3", with: "limit: 0").replacing("Reject: failure", with: "Reject: nowhere")
        let findings = JourneyCheck(text: yaml).findings
        #expect(findings.map(\.path) == ["nodes.retries.limit", "nodes.retries.Reject"])
        #expect(findings.allSatisfy { $0.line == 7 && $0.level == .error })
        #expect(findings.allSatisfy { ($0.column ?? 0) > 1 })
        let json = "{\n  \"name\": \"X\",\n  \"start\": \"nowhere\",\n  \"nodes\": {}\n}"
        #expect(JourneyCheck(text: json).findings.map(\.line) == [3])
    }

    @Test("sound journeys are sound, for every line of the SDKs", arguments: [BuiltInJourneys.login, BuiltInJourneys.registration])
    func sound(_ text: String) {
        for line in ClientLine.allCases { #expect(JourneyCheck(text: text, client: line).findings == [], "\(line)") }
    }

    @Test("a callback that a line of the SDKs doesn't know is said with what it does then")
    func client() throws {
        let journey = try JourneyDefinition("X") { Redirecting().at("away").next(.success) }
        #expect(JourneyCheck(journey, client: .javaScript).findings == [])
        #expect(
            JourneyCheck(journey, client: .iOSLegacy).findings.map(\.reason) == [
                "ios-legacy doesn't know the RedirectCallback; the step fails there"
            ])
        #expect(JourneyCheck(journey, client: .android).findings.first?.level == .error)
        #expect(JourneyCheck(journey).findings == [])
    }

    @Test("a secret that nothing before a node writes")
    func secrets() {
        let text =
            "name: X\nstart: name\nnodes:\n  name: { username: {}, next: check }\n  check: { dataStoreDecision: {}, \"true\": success, \"false\": failure }"
        #expect(JourneyCheck(text: text).findings.map { "\($0.level) \($0.path) \($0.line ?? 0)" } == ["warning nodes.check 5"])
        #expect(JourneyCheck(text: text.replacing("start: name", with: "start: name\ninnerTreeOnly: true")).findings == [])
    }

    @Test("what a node only keeps needs nobody to write it")
    func passcode() throws {
        let journey = try JourneyDefinition("Passcode") {
            PasscodeGenerator().at("make").next("send")
            PasscodeByEmail().set(\.from, "login@example.com").at("send").next("ask")
            PasscodeDecision().at("ask").yes(.success).no(.failure)
        }
        #expect(JourneyCheck(journey).findings == [])
    }

    @Test("a secret that only the node itself writes, in a loop, isn't there the first time")
    func ownSecret() throws {
        let text = Journeys.twoSteps.replacing("start: name", with: "start: check").replacing("Retry: name", with: "Retry: word")
            .replacing("name: { username: {}, next: word }", with: "")
        let findings = JourneyCheck(text: text).findings
        #expect(findings.isEmpty, "the password is asked for before it is checked again: \(findings)")
    }

    @Test("what the realm doesn't have")
    func references() async throws {
        let harness = try await JourneyHarness()
        let journey = try JourneyDefinition(text: Journeys.outer)
        var check = JourneyCheck(journey)
        try await check.checkReferences(of: journey, in: harness.realm, of: harness.domain)
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
        try await check.checkReferences(of: journey, in: harness.realm, of: harness.domain)
        #expect(check.findings.filter { $0.level == .error }.map(\.path) == settings.map { "nodes.node.\($0)" })
    }
}

/// A node that sends the browser away.
private struct Redirecting: JourneyNode {
    static let type = NodeType("RedirectingNode", alias: "redirecting", title: "Redirecting", "Redirects.", interaction: .always)
    var callbacks: [CallbackType] { [.redirect] }
    func step(_ turn: inout Turn) async throws -> NodeResult { .waiting }
}
