import ClientTesting
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import Primitives
import Testing

@Suite("Questions, plug-ins and suspension")
struct JourneyQuestionTests {
    private let server = ServerAddress("https://am.example.com/am", realm: "alpha")

    private func transport(_ answers: HTTPResponse...) -> ScriptedTransport {
        let rest = Queue(answers)
        return ScriptedTransport { _ throws(TransportError) in try rest.next() }
    }

    private func sent(_ transport: ScriptedTransport) throws -> Answers { Answers(try Step(json: transport.requests[1].json)) }

    @Test("a registration page is answered by the types of its questions")
    func registration() async throws {
        let username = ValidatedUsernameQuestion(prompt: "Username")
        let password = ValidatedPasswordQuestion(prompt: "Password")
        let mail = AttributeQuestion<String>("mail", prompt: "Email", isRequired: true)
        let age = AttributeQuestion<Double>("age", prompt: "Age")
        let news = AttributeQuestion<Bool>("preferences/marketing", prompt: "News")
        let kba = KBAQuestion(prompt: "Question", questions: ["First school?"])
        let terms = TermsQuestion(version: "1", terms: "Be kind.", created: "")
        let page = Wire.step(
            "one", username.callback, password.callback, mail.callback, age.callback, news.callback, kba.callback, terms.callback)
        let transport = transport(page, Wire.success())
        _ = try await Journey(at: server, transport: transport).run("Registration") { step in
            #expect(step.first(TermsQuestion.self)?.question.terms == "Be kind.")
            #expect(step.first(KBAQuestion.self)?.index == 5)
            #expect(step.first(ConsentQuestion.self) == nil)
            step.answer(ValidatedUsernameQuestion.self, with: AttributeAnswer("demo"))
            step.answer(ValidatedPasswordQuestion.self, with: AttributeAnswer(Secret("Ch4ng3it!")))
            step.answer(AttributeQuestion<String>.self, with: AttributeAnswer("demo@example.com"))
            step.answer(AttributeQuestion<Double>.self, with: AttributeAnswer(41))
            step.answer(AttributeQuestion<Bool>.self, with: AttributeAnswer(true))
            step.answer(KBAQuestion.self, with: KBAAnswer(question: "First school?", answer: Secret("Hill")))
            let found = step.answer(TermsQuestion.self, with: true)
            let notThere = step.answer(ConsentQuestion.self, with: true)
            #expect(found && !notThere)
        }
        let answers = try sent(transport)
        #expect(try answers.answer(to: username, at: 0) == AttributeAnswer("demo"))
        #expect(try answers.answer(to: password, at: 1) == AttributeAnswer(Secret("Ch4ng3it!")))
        #expect(try answers.answer(to: mail, at: 2) == AttributeAnswer("demo@example.com"))
        #expect(try answers.answer(to: age, at: 3) == AttributeAnswer(41))
        #expect(try answers.answer(to: news, at: 4) == AttributeAnswer(true))
        #expect(try answers.answer(to: kba, at: 5) == KBAAnswer(question: "First school?", answer: Secret("Hill")))
        #expect(try answers.answer(to: terms, at: 6) == true)
    }

    @Test("a hidden value is found by its id")
    func hidden() async throws {
        let page = Wire.step(
            "one", HiddenValue(id: "clientError", value: "").callback, HiddenValue(id: "webAuthnOutcome", value: "false").callback)
        let transport = transport(page, Wire.success())
        _ = try await Journey(at: server, transport: transport).run("Login") { step in
            let found = step.answer(hidden: "webAuthnOutcome", with: "unsupported")
            let notThere = step.answer(hidden: "elsewhere", with: "x")
            #expect(found && !notThere)
        }
        #expect(try sent(transport)[1] == "unsupported")
        #expect(try sent(transport)[0] == "clientError")
    }

    @Test("a plug-in answers the app's own type, and the rest is left to the app")
    func plugin() async throws {
        let page = Wire.step("one", ShoeSizeQuestion(unit: "EU").callback, NameQuestion(prompt: "?").callback)
        let transport = transport(page, Wire.success())
        let shoes = CallbackPlugin(ShoeSizeQuestion.self) { question in question.unit == "EU" ? 43 : nil }
        let journey = Journey(at: server, on: Device(transport: transport), plugins: [shoes])
        _ = try await journey.run("Login") { step in
            #expect(step.callbacks[0].input[0].value == 43)
            step.answer(.name, with: "demo")
        }
        #expect(try sent(transport).answer(to: ShoeSizeQuestion(unit: "EU"), at: 0) == 43)
        #expect(try sent(transport)[1] == "demo")
    }

    @Test("a plug-in may leave a callback alone; the last one for a type counts, also for a known type")
    func plugins() async throws {
        let page = Wire.step("one", ShoeSizeQuestion(unit: "US").callback, NameQuestion(prompt: "?").callback)
        let transport = transport(page, Wire.success())
        let journey = Journey(
            at: server, on: Device(transport: transport),
            plugins: [
                CallbackPlugin(ShoeSizeQuestion.self) { _ in nil }, CallbackPlugin(NameQuestion.self) { _ in "first" },
                CallbackPlugin(NameQuestion.self) { _ in "last" },
            ])
        _ = try await journey.run("Login") { _ in }
        #expect(try sent(transport)[0] == "")
        #expect(try sent(transport)[1] == "last")
    }

    @Test("what a plug-in throws ends the journey")
    func failingPlugin() async {
        struct Enough: Error {}
        let transport = transport(Wire.credentials)
        let journey = Journey(
            at: server, on: Device(transport: transport), plugins: [CallbackPlugin(NameQuestion.self) { _ in throw Enough() }])
        await #expect(throws: Enough.self) { try await journey.run("Login") { _ in } }
        #expect(transport.requests.count == 1)
    }

    @Test("a suspended journey ends with what to tell the user, and is resumed by the link's id")
    func suspension() async throws {
        let suspended = Wire.step("one", TextStatement("Look into your mail.").suspendedCallback)
        let transport = transport(suspended, Wire.credentials, Wire.success())
        let journey = Journey(at: server, transport: transport)
        let error = await #expect(throws: JourneyError(.suspended, "")) { try await journey.run("Login") { _ in } }
        #expect(error?.reason == "Look into your mail.")
        let session = try await journey.run(resuming: "a+b&c") { step in step.answer(.name, with: "demo") }
        #expect(session.token == Secret("session-1"))
        #expect(transport.requests[1].query == ["suspendedId": "a+b&c"])
        #expect(transport.requests[2].url.query() == nil)
    }

    @Test("a link that is used up is an error of its own")
    func usedUp() async {
        let transport = transport(Wire.failure(401, "\(JourneyFailure.suspendedException): No result found"))
        await #expect(throws: JourneyError(.suspensionExpired, "")) {
            try await Journey(at: server, transport: transport).resume(suspendedID: "x")
        }
    }
}

/// A type of callback as an app has it for a node of its own.
struct ShoeSizeQuestion: Question {
    static let type: CallbackType = "ShoeSizeCallback"
    var unit: String

    init(unit: String) { self.unit = unit }
    init?(_ callback: Callback) {
        guard let unit = callback.output("unit")?.string else { return nil }
        self.unit = unit
    }

    var callback: Callback { Callback(Self.type, output: [.init("unit", .string(unit))], input: [.init("", "")]) }
    func inputs(for answer: Double) -> [Callback.Field] { [.init("", answer.json)] }
    func answer(in given: GivenInputs) throws(JourneyMessageError) -> Double? { try given.number() }
}

/// The documentation's example.
func journeysPlugins(server: ServerAddress, device: Device, profile: some ShoeProfile) -> Journey {
    let shoes = CallbackPlugin(ShoeSizeQuestion.self) { question in await profile.shoeSize(in: question.unit) }
    let journey = Journey(at: server, on: device, plugins: [shoes])
    return journey
}

protocol ShoeProfile: Sendable {
    func shoeSize(in unit: String) async -> Double?
}
