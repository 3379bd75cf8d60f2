import JourneyMessages
import Primitives
import Testing

@Suite("Answers to questions, on both sides")
struct QuestionTests {
    /// What the server reads when a client has answered the second callback of a step.
    private func roundTrip<Asked: Question>(_ question: Asked, _ answer: Asked.Answer) throws -> Asked.Answer? {
        var step = Step(
            authID: "s", callbacks: Step.numbered([NameQuestion(prompt: "?").callback, question.callback], inPage: true))
        step.answer(1, question, with: answer)
        #expect(step.callbacks[1].input.count == question.callback.input.count)
        return try Answers(Step(json: step.json)).answer(to: question, at: 1)
    }

    @Test("what a client answers, the server reads")
    func everyKind() throws {
        #expect(try roundTrip(NameQuestion(prompt: "?"), "demo") == "demo")
        #expect(try roundTrip(PasswordQuestion(prompt: "?"), Secret("pw")) == Secret("pw"))
        #expect(try roundTrip(TextQuestion(prompt: "?", defaultText: "d"), "t") == "t")
        #expect(try roundTrip(HiddenValue(id: "i", value: "v"), "h") == "h")
        #expect(try roundTrip(ChoiceQuestion(prompt: "?", choices: ["a", "b"]), 1) == 1)
        #expect(try roundTrip(ConfirmationQuestion(options: ["a", "b"]), 0) == 0)
        let name = AttributeAnswer("demo", isValidateOnly: true)
        #expect(try roundTrip(ValidatedUsernameQuestion(prompt: "?"), name) == name)
        let password = AttributeAnswer(Secret("pw"))
        #expect(try roundTrip(ValidatedPasswordQuestion(prompt: "?"), password) == password)
        #expect(try roundTrip(AttributeQuestion<String>("mail", prompt: "?"), AttributeAnswer("a@b")) == AttributeAnswer("a@b"))
        #expect(try roundTrip(AttributeQuestion<Double>("age", prompt: "?"), AttributeAnswer(1.5)) == AttributeAnswer(1.5))
        #expect(try roundTrip(AttributeQuestion<Double>("age", prompt: "?"), AttributeAnswer(41)) == AttributeAnswer(41))
        #expect(try roundTrip(AttributeQuestion<Bool>("news", prompt: "?"), AttributeAnswer(true)) == AttributeAnswer(true))
        let kba = KBAAnswer(question: "Own?", answer: Secret("a"))
        #expect(try roundTrip(KBAQuestion(prompt: "?", questions: ["Q?"]), kba) == kba)
        #expect(try roundTrip(TermsQuestion(version: "1", terms: "t", created: ""), true) == true)
        #expect(try roundTrip(ConsentQuestion("m", displayName: "M"), true) == true)
        let language = LanguageAnswer("de", country: "CH")
        #expect(try roundTrip(LanguageQuestion(), language) == language)
    }

    @Test("and so with what devices and providers make")
    func everyDocument() throws {
        #expect(try roundTrip(ProviderChoice([Provider("google")]), "google") == "google")
        let token = ProviderToken(Secret("t"), .idToken)
        let signIn = ProviderSignIn("google", clientID: "c", redirectURI: "r", scopes: [], nonce: "n")
        #expect(try roundTrip(signIn, token) == token)
        #expect(try roundTrip(CaptchaQuestion(siteKey: "k"), "t") == "t")
        let captcha = CaptchaOutcome(token: "t", payload: ["a": 1])
        #expect(try roundTrip(EnterpriseCaptchaQuestion(siteKey: "k"), captcha) == captcha)
        #expect(try roundTrip(DeviceProfileQuestion(metadata: true, location: true), "{}") == "{}")
        let binding = DeviceBindingQuestion(userID: "u", username: "n", authentication: .none, challenge: "c")
        for outcome in [DeviceBindingOutcome.bound(jws: "j", deviceName: "My phone", deviceID: "d"), .failed("Timeout")] {
            #expect(try roundTrip(binding, outcome) == outcome)
        }
        for outcome in [DeviceSigningOutcome.signed(jws: "j"), .failed("ClientNotRegistered")] {
            #expect(try roundTrip(DeviceSigningQuestion(userID: "u", challenge: "c"), outcome) == outcome)
        }
        let proof = AppIntegrityOutcome.appAttest(assertion: "a", clientData: "c", keyID: "k", attestation: nil)
        #expect(try roundTrip(AppIntegrityQuestion.appAttest(challenge: "c", attestation: nil), proof) == proof)
        let attested = AppIntegrityOutcome.appAttest(assertion: nil, clientData: "c", keyID: "k", attestation: "t")
        #expect(try roundTrip(AppIntegrityQuestion.appAttest(challenge: "c", attestation: nil), attested) == attested)
        let play = AppIntegrityQuestion.playIntegrity(requestType: "Classic", projectNumber: "1", nonce: "n")
        #expect(try roundTrip(play, .playIntegrity(token: "t")) == .playIntegrity(token: "t"))
        #expect(try roundTrip(ProtectInitialization(environmentID: "e"), "failed") == "failed")
        #expect(try roundTrip(ProtectEvaluation(pausesBehavior: false), .signals("s")) == .signals("s"))
    }

    @Test("a step sent back untouched answers nothing", arguments: WireExample.all)
    func untouched(_ example: WireExample) throws {
        let answers = Answers(Step(authID: "s", callbacks: Step.numbered([example.callback])))
        switch example.kind {
        case .validatedUsername(let asked): #expect(try answers.answer(to: asked, at: 0) == AttributeAnswer(nil))
        case .validatedPassword(let asked): #expect(try answers.answer(to: asked, at: 0) == AttributeAnswer(nil))
        case .stringAttribute(let asked): #expect(try answers.answer(to: asked, at: 0) == AttributeAnswer(asked.value))
        case .numberAttribute(let asked): #expect(try answers.answer(to: asked, at: 0) == AttributeAnswer(asked.value))
        case .booleanAttribute(let asked): #expect(try answers.answer(to: asked, at: 0) == AttributeAnswer(asked.value))
        case .termsAndConditions(let asked): #expect(try answers.answer(to: asked, at: 0) == false)
        case .consentMapping(let asked): #expect(try answers.answer(to: asked, at: 0) == false)
        case .kbaCreate(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .language(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .selectProvider(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .identityProvider(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .captcha(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .enterpriseCaptcha(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .deviceProfile(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .deviceBinding(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .deviceSigning(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .appIntegrity(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .protectInitialization(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        case .protectEvaluation(let asked): #expect(try answers.answer(to: asked, at: 0) == nil)
        default: #expect(answers.isEmpty)
        }
    }

    @Test("hidden values and buttons that nobody set are unanswered")
    func untouchedBasics() throws {
        let hidden = HiddenValue(id: "webAuthnOutcome", value: "false")
        let buttons = ConfirmationQuestion(options: ["a"])
        let answers = Answers(Step(authID: "s", callbacks: Step.numbered([hidden.callback, buttons.callback])))
        #expect(try answers.answer(to: hidden, at: 0) == nil)
        #expect(try answers.answer(to: buttons, at: 1) == nil)
    }
}
