import JourneyMessages
import Primitives
import Testing

@Suite("Bad answers")
struct BadAnswerTests {
    private func answers(_ inputs: [(String, JSONValue)]) -> Answers {
        Answers(Step(authID: "s", callbacks: [Callback("", input: inputs.map { Callback.Field("IDToken1" + $0.0, $0.1) })]))
    }

    private func read<Asked: Question>(_ question: Asked, _ inputs: (String, JSONValue)...) throws -> Asked.Answer? {
        try answers(inputs).answer(to: question, at: 0)
    }

    private let age = AttributeQuestion<Double>("age", prompt: "?")
    private let news = AttributeQuestion<Bool>("news", prompt: "?")
    private let mail = AttributeQuestion<String>("mail", prompt: "?")

    @Test(
        "a number that is none", arguments: ["x", "0x10", "nan", "inf", "1e999", "1 2", "--1", true, [1], ["a": 1]] as [JSONValue])
    func number(_ value: JSONValue) {
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(age, ("", value)) }
    }

    @Test("numbers as texts, which forms send", arguments: [("42", 42.0), ("-1.5", -1.5), ("1e3", 1000)])
    func numericText(_ text: String, _ number: Double) throws {
        #expect(try read(age, ("", .string(text)))?.value == number)
    }

    @Test("a truth that is none", arguments: ["yes", "TRUE", 1, 0, [true]] as [JSONValue])
    func flag(_ value: JSONValue) {
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(news, ("", value)) }
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(mail, ("", "a"), ("validateOnly", value)) }
        #expect(throws: JourneyMessageError(.malformed, "")) {
            try read(TermsQuestion(version: "1", terms: "t", created: ""), ("", value))
        }
    }

    @Test("truths as texts, which forms send", arguments: [("true", true), ("false", false)])
    func textualFlag(_ text: String, _ flag: Bool) throws {
        #expect(try read(news, ("", .string(text)))?.value == flag)
    }

    @Test("a text that is none", arguments: [1, true, ["a"], ["a": "b"]] as [JSONValue])
    func text(_ value: JSONValue) {
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(mail, ("", value)) }
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(NameQuestion(prompt: "?"), ("", value)) }
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(PasswordQuestion(prompt: "?"), ("", value)) }
    }

    @Test("a text that is too long, and one that just isn't")
    func length() throws {
        let longest = String(repeating: "a", count: StepLimits.text)
        #expect(try read(mail, ("", .string(longest)))?.value == longest)
        #expect(throws: JourneyMessageError(.tooLarge, "")) { try read(mail, ("", .string(longest + "a"))) }
        #expect(throws: JourneyMessageError(.tooLarge, "")) {
            try read(KBAQuestion(prompt: "?", questions: ["Q?"]), ("question", "Q?"), ("answer", .string(longest + "a")))
        }
        let document = String(repeating: "a", count: StepLimits.document)
        #expect(try read(CaptchaQuestion(siteKey: "k"), ("", .string(document))) == document)
        #expect(throws: JourneyMessageError(.tooLarge, "")) {
            try read(CaptchaQuestion(siteKey: "k"), ("", .string(document + "a")))
        }
    }

    @Test("what was not on offer")
    func offers() {
        let choice = ChoiceQuestion(prompt: "?", choices: ["a", "b"])
        for value: JSONValue in [2, -1, "7"] {
            #expect(throws: JourneyMessageError(.noSuchChoice, "")) { try read(choice, ("", value)) }
        }
        #expect(throws: JourneyMessageError(.malformed, "")) { try read(choice, ("", "a")) }
        #expect(throws: JourneyMessageError(.noSuchChoice, "")) { try read(ProviderChoice([Provider("google")]), ("", "evil")) }
        #expect(throws: JourneyMessageError(.noSuchChoice, "")) {
            try read(KBAQuestion(prompt: "?", questions: ["Q?"], allowsOwnQuestion: false), ("question", "Own?"), ("answer", "a"))
        }
    }

    @Test("half an answer is none")
    func half() throws {
        let kba = KBAQuestion(prompt: "?", questions: ["Q?"])
        #expect(try read(kba, ("question", "Q?")) == nil)
        #expect(try read(kba, ("answer", "a")) == nil)
        let signIn = ProviderSignIn("google", clientID: "c", redirectURI: "r", scopes: [], nonce: "n")
        #expect(try read(signIn, ("token", "t")) == nil)
    }

    @Test("no answer at all differs from one left empty")
    func missing() throws {
        #expect(try read(mail) == nil)
        #expect(try read(mail, ("", "")) == AttributeAnswer(nil))
        #expect(try read(mail, ("validateOnly", true)) == AttributeAnswer(nil, isValidateOnly: true))
    }

    @Test("the payload of a CAPTCHA is an object, or a text that holds one")
    func payload() throws {
        let question = EnterpriseCaptchaQuestion(siteKey: "k")
        for payload: JSONValue in [["a": 1], #"{"a":1}"#] {
            #expect(try read(question, ("token", "t"), ("payload", payload))?.payload == ["a": 1])
        }
        for payload: JSONValue in ["x", "[1]", 7] {
            #expect(throws: JourneyMessageError(.malformed, "")) { try read(question, ("token", "t"), ("payload", payload)) }
        }
    }

    @Test("an index that is no whole number", arguments: [1.5, 1e300, "1.5", ""] as [JSONValue])
    func index(_ value: JSONValue) { #expect(Callback.index(value) == nil) }
}
