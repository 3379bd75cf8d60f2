import JourneyMessages
import JourneyTesting
import Primitives
import Testing

@testable import JourneyModel

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

    @Test("every journey that the server brings is sound")
    func builtIn() throws {
        for journey in try BuiltInJourneys.all() + BuiltInJourneys.demonstration() {
            #expect(JourneyCheck(journey).findings.filter { $0.level == .error } == [], "\(journey.name)")
            #expect(try JourneyDefinition(text: journey.yaml()).json == journey.json)
        }
    }

    @Test("a callback that a line of the SDKs doesn't know is said with what it does then")
    func client() throws {
        let plain = try JourneyDefinition("X") { Redirecting().at("away").next(.success) }
        var traits = plain.traits
        traits.noSession = true
        let journey = JourneyDefinition(
            name: plain.name, traits: traits, start: plain.start, nodes: plain.nodes)
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

    @Test(
        "a node that acts for the user who has proved who they are, where none has; and a journey in which none does"
    )
    func proofs() {
        func findings(_ nodes: String, _ traits: String = "") -> [String] {
            JourneyCheck(
                text:
                    "name: X\nstart: name\n\(traits)nodes:\n  name: { username: {}, next: bind }\n\(nodes)"
            ).findings.map(\.path)
        }
        let ends =
            "success: success, failure: failure, Unsupported: failure, Abort: failure, Timeout: failure"
        let bind = "  bind: { deviceBinding: {}, \(ends) }\n"
        #expect(findings(bind) == ["nodes.bind", "start"])
        #expect(findings(bind, "noSession: true\n") == ["nodes.bind"])
        #expect(findings(bind, "innerTreeOnly: true\n") == [])
        let password =
            "  bind: { password: {}, next: check }\n  check: { dataStoreDecision: {}, \"true\": key, \"false\": failure }\n"
        #expect(findings(password + bind.replacing("bind:", with: "key:")) == [])
        // A script may do what it likes.
        let script = "  bind: { scriptedDecision: { script: S, outcomes: [ a ] }, a: key }\n"
        #expect(findings(script + bind.replacing("bind:", with: "key:")) == [])
        // A proof that comes later is of no use.
        #expect(
            findings(
                bind.replacing("success: success", with: "success: word")
                    + password.replacing("bind:", with: "word:").replacing("key", with: "success")) == [
                    "nodes.bind"
                ])
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
}

/// A node that sends the browser away.
private struct Redirecting: NodeDeclaration {
    static let type = NodeType(
        "RedirectingNode", alias: "redirecting", title: "Redirecting", "Redirects.", interaction: .always, repetition: .atFields)
    var callbacks: [CallbackType] { [.redirect] }
}
