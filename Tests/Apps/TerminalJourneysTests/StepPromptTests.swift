import JourneyMessages
import Primitives
import Testing

@testable import TerminalJourneys

@Suite("The questions of a journey, asked in the terminal")
struct StepPromptTests {
    /// Asks one callback, and gives what the server reads of the answer and what was said.
    private func ask<Asked: Question>(
        _ question: Asked, _ lines: String..., typed: Bool = false
    ) throws -> (answer: Asked.Answer?, said: [String]) {
        let user = ScriptedUser(lines, isTyped: typed)
        var step = Step(authID: "s", callbacks: Step.numbered([question.callback]))
        try StepPrompt(user).answer(&step)
        #expect(user.lines.isEmpty, "every line was asked for")
        return (try Answers(step).answer(to: question, at: 0), user.said)
    }

    private let failed = PolicyCheck(failed: [FailedPolicy(.minimumLength, ["minLength": 3])])

    @Test("name, password, text, choice, buttons")
    func basics() throws {
        #expect(try ask(NameQuestion(prompt: "Name"), "demo").answer == "demo")
        #expect(try ask(PasswordQuestion(prompt: "Password"), "*pw").answer == Secret("pw"))
        #expect(try ask(TextQuestion(prompt: "City", defaultText: "Bern"), "").answer == "Bern")
        #expect(try ask(ChoiceQuestion(prompt: "Which?", choices: ["a", "b"]), "3", "b").answer == 1)
        #expect(try ask(ConfirmationQuestion(options: ["Yes", "No"]), "2").answer == 1)
    }

    @Test("a new account's name and password, with what was wrong before")
    func credentials() throws {
        let name = try ask(ValidatedUsernameQuestion(prompt: "Username", check: failed, value: "x"), "demo")
        #expect(name.answer == AttributeAnswer("demo") && name.said.contains("  ✗ Username must be at least 3 characters long"))
        #expect(try ask(ValidatedUsernameQuestion(prompt: "Username", value: "x"), "").answer == AttributeAnswer("x"))
        let password = ValidatedPasswordQuestion(prompt: "Password")
        #expect(try ask(password, "*pw").answer == AttributeAnswer(Secret("pw")))
        let typed = try ask(password, "*pw", "*wp", "*pw", "*pw", typed: true)
        #expect(typed.answer == AttributeAnswer(Secret("pw")) && typed.said == ["  those were different"])
    }

    @Test("attributes: required ones are insisted on, numbers too")
    func attributes() throws {
        let mail = AttributeQuestion<String>("mail", prompt: "Email", isRequired: true)
        #expect(try ask(mail, "", "a@b.example").answer == AttributeAnswer("a@b.example"))
        #expect(try ask(AttributeQuestion<String>("sn", prompt: "Name"), "").answer == AttributeAnswer(nil))
        #expect(try ask(AttributeQuestion<Double>("age", prompt: "Age"), "old", "nan", "41.5").answer == AttributeAnswer(41.5))
        #expect(try ask(AttributeQuestion<Double>("age", prompt: "Age", value: 7), "").answer == AttributeAnswer(7))
        let news = AttributeQuestion<Bool>("news", prompt: "News?", value: true)
        #expect(try ask(news, "perhaps", "n").answer == AttributeAnswer(false))
        #expect(try ask(news, "").answer == AttributeAnswer(true))
    }

    @Test("a security question of the list, or of one's own")
    func securityQuestion() throws {
        let question = KBAQuestion(prompt: "Question", questions: ["School?"])
        #expect(try ask(question, "1", "*Hill").answer == KBAAnswer(question: "School?", answer: Secret("Hill")))
        #expect(try ask(question, "2", "Pet?", "*Rex").answer == KBAAnswer(question: "Pet?", answer: Secret("Rex")))
        let closed = KBAQuestion(prompt: "Question", questions: ["School?"], allowsOwnQuestion: false)
        #expect(try ask(closed, "2", "1", "*Hill").answer?.question == "School?")
    }

    @Test("terms are shown, and not accepted by the return key alone")
    func terms() throws {
        let question = TermsQuestion(version: "1.0", terms: "Be kind.\nBe brief.", created: "")
        let shown = try ask(question, "y")
        #expect(shown.answer == true && shown.said == ["  │ Be kind.", "  │ Be brief."])
        #expect(try ask(question, "").answer == false)
    }

    @Test("consent names what is shared")
    func consent() throws {
        let shown = try ask(ConsentQuestion("m", displayName: "Marketing", message: "May we?", fields: ["mail"]), "yes")
        #expect(shown.answer == true && shown.said == ["  May we?", "  · mail"])
    }

    @Test("a provider is chosen; of one there is nothing to ask")
    func providers() throws {
        let choice = ProviderChoice([Provider("google", button: .init(displayName: "Google")), Provider(Provider.local)])
        #expect(try ask(choice, "").answer == Provider.local)
        #expect(try ask(choice, "Google").answer == "google")
        #expect(try ask(ProviderChoice([Provider(Provider.local)])).answer == Provider.local)
    }

    @Test("of what only a device can do it says that it can't")
    func devices() throws {
        let binding = DeviceBindingQuestion(userID: "u", username: "n", authentication: .none, challenge: "c")
        #expect(try ask(binding).answer == .failed("Unsupported"))
        #expect(try ask(DeviceSigningQuestion(userID: nil, challenge: "c")).answer == .failed("Unsupported"))
        #expect(try ask(ProtectEvaluation(pausesBehavior: false)).answer == .failed("Unsupported"))
        #expect(try ask(LanguageQuestion()).answer != nil)
    }

    @Test("statements are said, scripts are not")
    func statements() throws {
        let user = ScriptedUser([], isTyped: false)
        var step = Step(
            authID: "s", header: "Welcome",
            callbacks: Step.numbered([
                TextStatement("Scan the code").callback, TextStatement("alert(1)", .script).callback,
                TextStatement("Look into your mail.").suspendedCallback, PollingWait(milliseconds: 1, message: "Hold on").callback,
            ]))
        try StepPrompt(user).answer(&step)
        #expect(user.said == ["  Welcome", "  Scan the code", "  Look into your mail.", "  Hold on"])
    }

    @Test(
        "what a terminal can't answer ends the run and is named",
        arguments: [
            CaptchaQuestion(siteKey: "k").callback, Redirect("https://idp.example/").callback, Callback("VendorCallback"),
            ProviderSignIn("google", clientID: "c", redirectURI: "r", scopes: [], nonce: "n").callback,
            DeviceProfileQuestion(metadata: true, location: false).callback,
        ])
    func unanswerable(_ callback: Callback) {
        var step = Step(authID: "s", callbacks: Step.numbered([callback]))
        let failure = #expect(throws: PlayerError.self) { try StepPrompt(ScriptedUser([], isTyped: false)).answer(&step) }
        #expect(failure.map { "\($0)".contains(callback.type.name) } == true)
    }

    @Test("why a question is asked again is said before it, though it stands at the end of the step")
    func reasons() throws {
        let user = ScriptedUser(["ada"], isTyped: false)
        let reason = TextStatement("Name: is required", .error, about: "IDToken1")
        var step = Step(authID: "s", callbacks: Step.numbered([NameQuestion(prompt: "Name").callback, reason.callback]))
        try StepPrompt(user).answer(&step)
        #expect(user.said.filter { $0.contains("is required") }.count == 1)
        #expect(user.said.first?.contains("is required") == true)
    }
}
