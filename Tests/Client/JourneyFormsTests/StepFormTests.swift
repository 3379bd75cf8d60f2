import JourneyForms
import JourneyMessages
import Primitives
import Testing

@Suite("A step as a form")
struct StepFormTests {
    private func step(_ callbacks: Callback...) -> Step { Step(authID: "state", callbacks: Step.numbered(callbacks)) }

    @Test("user name and password: two rows, a button, and what is typed is sent")
    func password() {
        var step = step(NameQuestion(prompt: "User name").callback, PasswordQuestion(prompt: "Password").callback)
        var form = StepForm(step)
        #expect(form.fields.map(\.label) == ["User name", "Password"] && form.ending == .button)
        #expect(form.fields.map(\.kind) == [.text(.userName), .secret(isNew: false, canBeShown: false)])
        form.fields[0].text = "demo"
        form.fields[1].text = "Ch4ng3it!"
        let isGood = form.check()
        #expect(isGood)
        form.fill(&step)
        #expect(step.callbacks.map { $0.input.first?.value } == ["demo", "Ch4ng3it!"])
    }

    @Test("identity data begin with what they are, and are sent in their types")
    func identity() {
        var step = step(
            ValidatedUsernameQuestion(prompt: "Name").callback,
            AttributeQuestion<String>("mail", prompt: "Email", isRequired: true, value: "old@example.com").callback,
            AttributeQuestion<Double>("age", prompt: "", value: 40).callback,
            AttributeQuestion<Bool>("news", prompt: "News", value: true).callback,
            ValidatedPasswordQuestion(prompt: "Password", isShown: true).callback)
        var form = StepForm(step)
        #expect(form.fields.map(\.text) == ["", "old@example.com", "40", "", ""] && form.fields[3].isOn)
        #expect(form.fields[2].label == "age" && form.fields[4].kind == .secret(isNew: true, canBeShown: true))
        form.fields[0].text = "ada"
        form.fields[2].text = "41.5"
        form.fields[3].isOn = false
        form.fields[4].text = "analytical engine"
        form.fill(&step)
        #expect(step.callbacks.map { $0.input.first?.value } == ["ada", "old@example.com", 41.5, false, "analytical engine"])
    }

    @Test("an empty row that is required, and a number that is none, are found before anything is sent")
    func incomplete() {
        var form = StepForm(
            step(
                AttributeQuestion<String>("sn", prompt: "Last name", isRequired: true).callback,
                AttributeQuestion<Double>("age", prompt: "Age").callback, NameQuestion(prompt: "Name").callback))
        form.fields[1].text = "many"
        let isGood = form.check()
        #expect(!isGood)
        #expect(form.fields.map(\.problems) == [["Last name is required"], ["Age must be a number"], []])
        form.fields[0].text = "Lovelace"
        form.fields[1].text = ""
        let isBetter = form.check()
        #expect(isBetter)
    }

    @Test("the server's reasons stand at the row that they are about, not as texts of their own")
    func reasons() {
        let failed = FailedPolicy(.minimumLength, ["minLength": 8])
        let password = ValidatedPasswordQuestion(prompt: "Password", check: PolicyCheck(failed: [failed]))
        let form = StepForm(
            step(
                NameQuestion(prompt: "Name").callback, password.callback,
                TextStatement("a name is needed", .error, about: "IDToken1").callback,
                TextStatement("the password is too short", .error, about: "IDToken2").callback, TextStatement("Welcome").callback),
            in: ["en"])
        #expect(form.fields.map(\.id) == [0, 1, 4])
        #expect(form.fields[0].problems == ["a name is needed"] && form.fields[1].problems == [failed.explanation])
    }

    @Test("reasons are in the reader's language, of those that a form has", arguments: PolicyRequirement.worded)
    func languages(_ requirement: PolicyRequirement) {
        let failed = FailedPolicy(requirement, ["minLength": 8])
        let words = [["de-AT", "fr"], ["xx", "fr_CA"], ["ja", "en"], []].map(failed.explanation(in:))
        #expect(Set(words).count == 3 && words[2] == failed.explanation && words[3] == words[2])
        #expect(!words[0].contains(requirement.name) && !words[1].contains(requirement.name))
    }

    @Test("choices, buttons and providers: options by title; buttons send the form")
    func options() {
        let choice = ChoiceQuestion(prompt: "Which?", choices: ["a", "b"], defaultChoice: 1)
        let providers = ProviderChoice([
            Provider("google", button: .init(displayName: "Google")), Provider("other"), Provider(Provider.local),
        ])
        var step = step(choice.callback, ConfirmationQuestion(options: ["Yes", "No"], defaultOption: 1).callback, providers.callback)
        var form = StepForm(step)
        #expect(form.fields.map(\.options) == [["a", "b"], ["Yes", "No"], ["Google", "other", "User name and password"]])
        #expect(form.fields.map(\.sends) == [false, true, true] && form.ending == .rows)
        #expect(form.fields.map(\.selection) == [1, nil, nil])
        form.fill(&step)
        #expect(step.callbacks[1].input.first?.value == 1, "without a press the server's default stays")
        form.select(0, of: 1)
        form.select(1, of: 2)
        form.select(7, of: 0)
        form.fill(&step)
        #expect(step.callbacks.map { $0.input.first?.value } == [1, 0, "other"])
    }

    @Test("a security question of the list, and one of the user's own")
    func securityQuestion() {
        var step = step(KBAQuestion(prompt: "Question", questions: ["First school?"]).callback)
        var form = StepForm(step)
        #expect(form.fields[0].options.count == 2 && !form.fields[0].hasOwnQuestion)
        form.fields[0].text = "Hill"
        form.fill(&step)
        #expect(step.callbacks[0].input.map(\.value) == ["First school?", "Hill"])
        form.select(1, of: 0)
        form.fields[0].ownQuestion = "First ship?"
        #expect(form.fields[0].hasOwnQuestion)
        form.fill(&step)
        #expect(step.callbacks[0].input.map(\.value) == ["First ship?", "Hill"])
    }

    @Test("terms and consent are switches")
    func consent() {
        let terms = TermsQuestion(version: "1.0", terms: "Be kind.", created: "2026-01-01T00:00:00Z")
        let consent = ConsentQuestion(
            "app", displayName: "The app", icon: "", accessLevel: "Actual", isRequired: true, message: "", fields: ["mail"])
        var step = step(terms.callback, consent.callback)
        var form = StepForm(step)
        #expect(form.fields.map(\.label) == ["Be kind.", "The app"])
        #expect(form.fields.map(\.kind) == [.terms(version: "1.0"), .consent(["mail"])])
        form.fields[0].isOn = true
        form.fill(&step)
        #expect(step.callbacks.map { $0.input.first?.value } == [true, false])
    }

    @Test("how a form is sent")
    func endings() {
        let wait = PollingWait(milliseconds: 2000, message: "Look at your phone").callback
        #expect(StepForm(step(wait)).ending == .wait(milliseconds: 2000))
        #expect(StepForm(step(wait, ConfirmationQuestion(options: ["Exit"]).callback)).ending == .wait(milliseconds: 2000))
        #expect(StepForm(step(wait)).fields.map(\.label) == ["Look at your phone"])
        #expect(StepForm(step(TextStatement("We have sent a link").suspendedCallback)).ending == .suspended)
        let profile = DeviceProfileQuestion(metadata: true, location: false, message: "")
        #expect(StepForm(step(profile.callback)).ending == .deviceWork)
        let both = StepForm(step(NameQuestion(prompt: "Name").callback, profile.callback))
        #expect(both.ending == .button && both.deviceWork == [1] && both.fields.map(\.id) == [0])
    }

    @Test("a callback that no form has a control for says so; scripts and hidden values are not shown")
    func unsupported() {
        let form = StepForm(
            step(
                Callback("ShoeSizeCallback"), TextStatement("run()", .script).callback, HiddenValue(id: "x", value: "").callback,
                LanguageQuestion().callback))
        #expect(form.fields.map(\.kind) == [.unsupported("ShoeSizeCallback")])
    }

    @Test("rows that others show keep what they wrote")
    func others() {
        var step = step(NameQuestion(prompt: "Name").callback, NameQuestion(prompt: "Other").callback)
        var form = StepForm(step)
        step.callbacks[1].input[0].value = "written elsewhere"
        form.fields[0].text = "demo"
        form.fill(&step, except: [1])
        #expect(step.callbacks.map { $0.input.first?.value } == ["demo", "written elsewhere"])
    }
}

extension PolicyRequirement {
    /// The requirements that have sentences.
    fileprivate static let worded: [PolicyRequirement] = [
        .required, .unique, .validType, .validUsername, .validEmailAddress, .validName, .validPhone, .validDate, .validNumber,
        .validArrayItems, .validQueryFilter, .matchRegularExpression, .minimumLength, .maximumLength, .minimumNumber, .maximumNumber,
        .capitalLetters, .digits, .cannotContainOthers, .cannotContainCharacters, .cannotContainDuplicates, .cannotBeCommon, .isNew,
        .offered, .accepted, .distinct, .readable,
    ]
}
