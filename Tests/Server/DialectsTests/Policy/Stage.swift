@testable import HTTPBase
import JourneyEngine
import Primitives
import Testing

/// A stage of a journey that asks for something, in a journey in which it stands between a login and a message that only the right
/// answer leads to.
struct Stage: Sendable, CustomTestStringConvertible {
    /// What makes the right answer to a step, as a user knows it.
    typealias Answering = @Sendable (JSONValue, StageUser, StageHarness) throws -> StageAnswer

    /// The node's kind, by our name.
    let kind: String
    /// Which of several stages of the kind it is.
    var variant = ""
    private let node: String
    /// Nodes before it that have one outcome.
    private let before: [String]
    /// Outcomes other than the one that goes on; they end in failure.
    private let others: [String]
    private let onward: String
    private let answering: Answering?
    /// Whether the answer says who gives it.
    let proves: Bool
    /// Seconds that a client waits before it answers.
    let wait: Double

    var testDescription: String { variant.isEmpty ? kind : "\(kind), \(variant)" }

    /// A stage whose answer is the same for everybody. None for one that only shows something.
    init(
        _ kind: String, _ settings: String = "{}", onward: String = "next", others: [String] = [], wait: Double = 0,
        answers: [(name: String, value: JSONValue)] = []
    ) {
        let always: Answering = { _, _, _ in StageAnswer(inputs: answers) }
        self.init(kind, settings, onward: onward, others: others, wait: wait, answering: answers.isEmpty ? nil : always)
    }

    init(
        _ kind: String, _ settings: String = "{}", before: [String] = [], onward: String = "next", others: [String] = [], wait: Double = 0,
        proves: Bool = false, answering: Answering?
    ) {
        self.kind = kind
        node = "\(kind): \(settings)"
        self.before = before
        self.onward = onward
        self.others = others
        self.answering = answering
        self.proves = proves
        self.wait = wait
    }

    /// Another stage of the same kind.
    func called(_ variant: String) -> Stage {
        var stage = self
        stage.variant = variant
        return stage
    }

    /// Those that ask for an answer, and those whose answer says who gives it.
    static let asking = all.filter { $0.answering != nil }
    static let proving = all.filter(\.proves)

    /// The right answer to a step of this stage.
    func answer(to step: JSONValue, as user: StageUser, _ harness: StageHarness) throws -> StageAnswer {
        try answering?(step, user, harness) ?? StageAnswer()
    }

    var journey: String {
        let failing = others.map { ", \($0): failure" }.joined()
        let chain = before.enumerated().map { index, node in
            "  before\(index): { \(node), next: \(index + 1 < before.count ? "before\(index + 1)" : "stage") }\n"
        }.joined()
        return """
            name: Stage
            start: credentials
            mustRun: true
            nodes:
              credentials: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": \(before.isEmpty ? "stage" : "before0"), "false": failure }
            \(chain)  stage: { \(node), \(onward): gained\(failing) }
              gained: { message: { message: Gained }, "true": success, "false": failure }
            """
    }
}
