import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine

@Suite("Choice and message")
struct ChoiceAndMessageTests {
    private let choice = Journeys.single("choice: { prompt: Which way?, choices: [ In, Out ], defaultChoice: Out }", "In", "Out")
    private let message = Journeys.single("message: { message: Hello, stateField: pressed }", "true", "false")

    @Test("a choice asks with its default")
    func asks() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(choice)
        guard case .choice(let question) = try await harness.step("Single").callbacks[0].kind else { throw UnexpectedReply() }
        #expect(question == ChoiceQuestion(prompt: "Which way?", choices: ["In", "Out"], defaultChoice: 1))
    }

    private static let answers: [(JSONValue, String)] = [(0, "In"), ("0", "In"), (1, "Out"), ("1", "Out")]

    @Test("the index is taken as a number or a numeric text (checklist 7)", arguments: answers)
    func index(_ answer: JSONValue, _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(choice)
        #expect(try await harness.send(harness.step("Single"), answer).step.message == outcome)
    }

    @Test("an index that is none asks again", arguments: [2, -1, "x", "", 0.5, nil, "99999999999999999999", true] as [JSONValue?])
    func noIndex(_ answer: JSONValue?) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(choice)
        #expect(try await harness.send(harness.step("Single"), answer).step.questions == [.choice])
    }

    @Test("a message is a text and two buttons, the second by default")
    func shows() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(message)
        let step = try await harness.step("Single")
        #expect(step.types == [.textOutput, .confirmation])
        #expect(step.message == "Hello")
        #expect(step.callbacks[1].input == [Callback.Field("IDToken2", 1)])
    }

    @Test(
        "the buttons are the outcomes; without a value it is the default",
        arguments: [(0, "true"), ("1", "false"), (nil, "false")] as [(JSONValue?, String)])
    func buttons(_ answer: JSONValue?, _ outcome: String) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(message)
        #expect(try await harness.send(harness.step("Single"), nil, answer).step.message == outcome)
    }

    @Test("which button was pressed is kept where that is wanted", arguments: [0, 1] as [JSONValue])
    func kept(_ button: JSONValue) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(message)
        let step = try await harness.send(harness.step("Single"), nil, button).step
        #expect(try harness.state(of: step).shared["pressed"] == button)
    }

    @Test("nothing pressed asks again", arguments: [100, 2] as [JSONValue])
    func nothingPressed(_ answer: JSONValue) async throws {
        let harness = try await JourneyHarness()
        try await harness.add(message)
        #expect(try await harness.send(harness.step("Single"), nil, answer).step.message == "Hello")
    }

    @Test("a text that the client doesn't echo doesn't matter (checklist 4)")
    func notEchoed() async throws {
        let harness = try await JourneyHarness()
        try await harness.add(message)
        var step = try await harness.step("Single").answered([nil, 0])
        step.callbacks.removeFirst()
        #expect(try await harness.send(step).step.message == "true")
    }
}
