import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine

/// Asks for an age until there is one of at least 18, and says what was wrong.
private struct AgeNode: JourneyNode {
    static let type = NodeType(
        "AgeNode", alias: "age", title: "Age", "Asks for an age.", interaction: .always, repetition: .atFields, standsOnPage: true)

    func step(_ turn: inout Turn) async throws -> NodeResult {
        var question = AttributeQuestion<Double>("age", prompt: "Age", isRequired: true)
        let result = read(&question, turn)
        turn.tell(question.callback)
        return result
    }

    private func read(_ question: inout AttributeQuestion<Double>, _ turn: Turn) -> NodeResult {
        do {
            guard let answer = try turn.answer(to: question) else { return .waiting }
            question.value = answer.value
            question.check.failed = Self.failures(answer.value)
            return question.check.failed.isEmpty && !answer.isValidateOnly ? .outcome(Outcome.only) : .waiting
        } catch {
            question.check.failed = [FailedPolicy(.validNumber)]
            return .waiting
        }
    }

    private static func failures(_ age: Double?) -> [FailedPolicy] {
        guard let age else { return [FailedPolicy(.required)] }
        return age < 18 ? [FailedPolicy(.minimumNumber)] : []
    }
}

/// Asks for a security question.
private struct SecurityNode: JourneyNode {
    static let type = NodeType(
        "SecurityNode", alias: "security", title: "Security", "Asks for a security question.", interaction: .always, repetition: .atFields,
        standsOnPage: true)

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = KBAQuestion(prompt: "Question", questions: ["School?"], allowsOwnQuestion: false)
        guard let answer = turn.ask(question) else { return .waiting }
        turn.state.shared["question"] = .string(answer.question)
        return .outcome(Outcome.only)
    }
}

@Suite("Questions of nodes, and bad answers")
struct NodeQuestionTests {
    private static let journey = """
        name: Profile
        start: profile
        nodes:
          profile: { page: { nodes: [ { security: {} }, { age: {} } ] }, next: bye }
          bye: { message: { message: Done }, "true": success, "false": failure }
        """

    /// A harness whose engine knows the nodes above, and the first step of the journey of them.
    private func start() async throws -> (engine: JourneyEngine, harness: JourneyHarness, step: Step) {
        let harness = try await JourneyHarness()
        let catalogue = NodeCatalogue([
            NodeKind(Page.self), NodeKind(MessageNode.self), NodeKind(AgeNode.self), NodeKind(SecurityNode.self),
        ])
        let engine = JourneyEngine(domain: harness.domain, catalogue: catalogue)
        try await engine.save(try JourneyDefinition(text: Self.journey, catalogue: catalogue), in: harness.realm)
        let reply = try await engine.start(JourneyStart(realm: harness.realm, journey: "Profile", client: harness.client))
        return (engine, harness, try reply.step)
    }

    /// The step after inputs were set by name; nil removes one.
    private func answering(_ inputs: (String, JSONValue?)...) async throws -> Step {
        var (engine, harness, step) = try await start()
        for (name, value) in inputs {
            for index in step.callbacks.indices {
                for place in step.callbacks[index].input.indices where step.callbacks[index].input[place].name == name {
                    step.callbacks[index].input[place].value = value
                }
            }
        }
        return try await engine.advance(step, in: harness.realm, from: harness.client).step
    }

    private static let security: [(String, JSONValue?)] = [("IDToken1question", "School?"), ("IDToken1answer", "Hill")]

    /// The question for the age when it is asked again; nil when the answer was taken.
    private func again(_ age: JSONValue?, validateOnly: JSONValue? = false) async throws -> AttributeQuestion<Double>? {
        let step = try await answering(
            Self.security[0], Self.security[1], ("IDToken2", age), ("IDToken2validateOnly", validateOnly))
        return step.callbacks.lazy.compactMap { $0.question(AttributeQuestion<Double>.self) }.first
    }

    @Test("right answers go on")
    func right() async throws {
        let step = try await answering(Self.security[0], Self.security[1], ("IDToken2", 41))
        #expect(step.message == "Done")
    }

    @Test(
        "a wrong one is asked again, with what was wrong",
        arguments: [
            ("old", "VALID_NUMBER"), (true, "VALID_NUMBER"), ([1], "VALID_NUMBER"), ("1e999", "VALID_NUMBER"), (17, "MINIMUM_NUMBER_VALUE"),
            ("", "REQUIRED"),
        ] as [(JSONValue?, String)])
    func wrong(_ age: JSONValue?, _ requirement: String) async throws {
        #expect(try await again(age)?.check.failed == [FailedPolicy(PolicyRequirement(requirement))])
    }

    @Test("numbers as texts are taken, as forms send them")
    func text() async throws { #expect(try await again("41.5") == nil) }

    @Test("a skipped one is asked again, as if for the first time")
    func skipped() async throws { #expect(try await again(nil, validateOnly: nil)?.check.failed == []) }

    @Test("an answer that is only to be looked at doesn't go on, whatever it is worth")
    func validateOnly() async throws {
        let good = try await again(41, validateOnly: true)
        #expect(good?.check.failed == [] && good?.value == 41)
        #expect(try await again(17, validateOnly: true)?.check.failed == [FailedPolicy(.minimumNumber)])
        #expect(try await again(41, validateOnly: "perhaps")?.check.failed == [FailedPolicy(.validNumber)])
    }

    @Test(
        "a page with one bad answer is asked again as a whole",
        arguments: [
            ("IDToken1question", "Own?"), ("IDToken1question", 7), ("IDToken1answer", ""), ("IDToken1answer", nil),
            ("IDToken1answer", .string(String(repeating: "a", count: 5000))), ("IDToken1answer", ["a"]),
        ] as [(String, JSONValue?)])
    func page(_ input: String, _ value: JSONValue?) async throws {
        let step = try await answering(Self.security[0], Self.security[1], ("IDToken2", 41), (input, value))
        #expect(step.questions == [.kbaCreate, .numberAttribute] && step.saysWhy)
        #expect(step.callbacks[0].initial("answer") == "", "the answer is not sent back")
    }
}
