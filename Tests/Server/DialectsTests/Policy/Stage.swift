import JourneyEngine
import Primitives
import Services
import Testing

@testable import Dialects

/// A stage of a journey that asks for something, in a journey in which it stands between a login and a message that only the right
/// answer leads to.
struct Stage: Sendable, CustomTestStringConvertible {
    /// The node's kind, by our name.
    let kind: String
    private let node: String
    /// Outcomes other than the one that goes on; they end in failure.
    private let others: [String]
    private let onward: String
    /// The right answer, by the names of the inputs. None for a stage that only shows something.
    let answers: [(name: String, value: JSONValue)]
    /// Seconds that a client waits before it answers.
    let wait: Double

    var testDescription: String { kind }

    init(
        _ kind: String, _ settings: String = "{}", onward: String = "next", others: [String] = [], wait: Double = 0,
        answers: [(name: String, value: JSONValue)] = []
    ) {
        self.kind = kind
        node = "\(kind): \(settings)"
        self.onward = onward
        self.others = others
        self.answers = answers
        self.wait = wait
    }

    static let all = [
        Stage("username", answers: [("IDToken1", "demo")]),
        Stage("password", answers: [("IDToken1", "secret")]),
        Stage("createPassword", answers: [("IDToken1", "correct horse battery"), ("IDToken2", "correct horse battery")]),
        Stage("choice", "{ prompt: Way, choices: [ Out, In ] }", onward: "In", others: ["Out"], answers: [("IDToken1", 1)]),
        Stage("message", onward: "\"true\"", others: ["\"false\""], answers: [("IDToken2", 0)]),
        Stage("pollingWait", onward: "DONE", wait: 10),
        Stage("page", "[ { username: {} }, { password: {} } ]", answers: [("IDToken1", "demo"), ("IDToken2", "secret")]),
        Stage("platformUsername", "{ validateInput: true }", answers: [("IDToken1", "demo")]),
        Stage("platformPassword", "{ validateInput: true }", answers: [("IDToken1", "correct horse battery")]),
        Stage(
            "attributeCollector", "{ attributesToCollect: [ preferences/updates, city ], required: true, validateInputs: true }",
            answers: [("IDToken1", true), ("IDToken2", "Paris")]),
        Stage(
            "kbaDefinition",
            answers: [
                ("IDToken1question", "What is the name of your first pet?"), ("IDToken1answer", "Byron"),
                ("IDToken2question", "Who was your first employer?"), ("IDToken2answer", "Babbage"),
            ]),
        Stage(
            "kbaVerification", onward: "\"true\"", others: ["\"false\""], answers: [("IDToken1", "Byron"), ("IDToken2", "Babbage")]),
        Stage("acceptTerms", answers: [("IDToken1", true)]),
        Stage("consent", "{ allRequired: true }", answers: [("IDToken1", true)]),
        Stage("displayUsername"),
        Stage("stateMetadata", "{ attributes: [ username ] }"),
    ]

    /// Those that ask for an answer.
    static let asking = all.filter { !$0.answers.isEmpty }

    var journey: String {
        let failing = others.map { ", \($0): failure" }.joined()
        return """
            name: Stage
            start: credentials
            mustRun: true
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": stage, "false": failure }
              stage: { \(node), \(onward): gained\(failing) }
              gained: { message: { message: Gained }, "true": success, "false": failure }
            """
    }
}
