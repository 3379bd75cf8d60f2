import JourneyTesting
import JourneyMessages
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
import Directory

@Suite("Collectors")
struct CollectorTests {
    /// What a client may send that answers nothing (CVE-2026-49443: an empty POST skipped a stage).
    static let nothing: [[JSONValue?]] = [
        [nil, nil], ["", ""], ["demo", ""], ["", "Ch4ng3it!"], ["demo", nil], [nil, "Ch4ng3it!"], [1, true], [[], [:]],
        [.string(String(repeating: "x", count: 5000)), "Ch4ng3it!"],
    ]

    @Test("an answer that is missing, empty, too long or of another type asks again", arguments: nothing)
    func unanswered(_ answers: [JSONValue?]) async throws {
        let harness = try await JourneyHarness()
        let first = try await harness.step("sdkUsernamePasswordJourney")
        let again = try await harness.send(first.answered(answers)).step
        #expect(again.questions == first.questions && again.saysWhy && !again.json.text.contains("Ch4ng3it!"))
        #expect(again.authID != first.authID)
        #expect(try await harness.failures() == 0)
    }

    @Test("a step without callbacks asks again")
    func noCallbacks() async throws {
        let harness = try await JourneyHarness()
        var step = try await harness.step("sdkUsernamePasswordJourney")
        let asked = step.questions
        step.callbacks = []
        let again = try await harness.send(step).step
        #expect(again.questions == asked && again.saysWhy)
    }

    @Test("half of a page answered keeps nothing for the other half")
    func half() async throws {
        let harness = try await JourneyHarness()
        let again = try await harness.send(harness.step("sdkUsernamePasswordJourney"), nil, "Ch4ng3it!").step
        #expect(try await harness.send(again, "demo", nil).step.questions == [.name, .password])
    }

    @Test("inputs are found by name: in any order, with or without the echo of the rest")
    func reordered() async throws {
        let harness = try await JourneyHarness()
        let step = try await harness.step("sdkUsernamePasswordJourney").answered(["demo", "Ch4ng3it!"])
        var turned = step
        turned.callbacks.reverse()
        turned.callbacks = turned.callbacks.map { Callback($0.type, input: $0.input) }
        #expect(try await harness.send(turned).success.session != nil)
    }

    @Test("prompts come in the client's language, else in English", arguments: ["de-AT": "Benutzer", "fr": "Name", "en-GB": "Name"])
    func localized(_ language: String, _ prompt: String) async throws {
        var harness = try await JourneyHarness()
        try await harness.add(Journeys.single("username: { prompt: { en: Name, de: Benutzer } }", "outcome"))
        harness.client.languages = [language]
        #expect(try await harness.step("Single").callbacks[0].output("prompt") == .string(prompt))
    }

    @Test("the credentials of the headers answer the first step where the realm allows it")
    func zeroPage() async throws {
        let allowed = try await JourneyHarness { $0[JourneySettings.self].zeroPageLogin = true }
        let done = try await allowed.start(nil) { $0.zeroPage = ("demo", JourneyHarness.password) }
        #expect(try done.success.session != nil)
        let refused = try await JourneyHarness()
        #expect(try await refused.step(nil) { $0.zeroPage = ("demo", JourneyHarness.password) }.types == [.name, .password])
    }

    @Test("wrong credentials in the headers are tried once, then the page is asked")
    func wrongZeroPage() async throws {
        let harness = try await JourneyHarness { $0[JourneySettings.self].zeroPageLogin = true }
        let step = try await harness.step(nil) { $0.zeroPage = ("demo", Secret("wrong")) }
        #expect(step.types == [.name, .password])
        #expect(try await harness.failures() == 1)
    }
}
