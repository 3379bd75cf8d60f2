import JourneyMessages
import Primitives
import Testing

@testable import Pages
import Translations

@Suite("Identity data, consent and security questions on a page")
struct IdentityPageTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    private func structure(_ callbacks: Callback...) -> HTMLStructure {
        HTMLStructure(pages.render(SignOnPage(step: PageFixtures.step(callbacks), form: PageFixtures.form)))
    }

    /// The fields that a browser posts when nobody touches the page.
    private func untouched(_ html: HTMLStructure) -> [(name: String, value: String)] {
        html.all("input").filter { !["radio", "checkbox"].contains($0["type"]) || $0["checked"] != nil }
            .map { ($0["name"] ?? "", $0["value"] ?? "") }
    }

    private let failed = PolicyCheck(failed: [FailedPolicy(.minimumLength, ["minLength": 3]), FailedPolicy(.unique)])

    @Test("what failed is said in words beside the field, tied to it, and in the title")
    func failedPolicies() throws {
        let step = PageFixtures.step([
            NameQuestion(prompt: "?").callback, ValidatedUsernameQuestion(prompt: "Username", check: failed, value: "x").callback,
        ])
        let page = pages.render(SignOnPage(step: step, form: PageFixtures.form))
        let html = HTMLStructure(page)
        let box = try #require(html.all("input").first { $0["name"] == "IDToken2" })
        #expect(box["aria-invalid"] == "true" && box["aria-describedby"] == "IDToken2-problems" && box["value"] == "x")
        #expect(box["autofocus"] != nil)
        #expect(html.all("ul").map { $0["id"] } == ["IDToken2-problems"])
        #expect(page.contains("<li>Must be at least 3 characters long</li><li>Is taken already</li>"))
        #expect(page.contains("<title>Error: Sign in"))
        #expect(html.all("input").first { $0["name"] == "IDToken1" }?["aria-invalid"] == nil)
    }

    @Test(
        "in the page's language, with a word for what it doesn't know",
        arguments: [
            (Language.german, "Muss mindestens 3 Zeichen lang sein", "Verstößt gegen die Regel HOUSE"),
            (.french, "Doit avoir au moins 3 caractères", "Enfreint la règle HOUSE"),
            (.english, "Must be at least 3 characters long", "Breaks the rule HOUSE"),
        ])
    func languages(_ language: Language, _ known: String, _ unknown: String) {
        let check = PolicyCheck(failed: [FailedPolicy(.minimumLength, ["minLength": 3]), FailedPolicy("HOUSE")])
        let step = PageFixtures.step([ValidatedPasswordQuestion(prompt: "?", check: check).callback])
        let page = pages.render(SignOnPage(step: step, form: PageFixtures.form, language: language))
        #expect(page.contains(known) && page.contains(unknown))
    }

    @Test("browsers are told what the usual properties are, and that a password is a new one")
    func purposes() {
        let html = structure(
            ValidatedUsernameQuestion(prompt: "u").callback, ValidatedPasswordQuestion(prompt: "p").callback,
            AttributeQuestion<String>("mail", prompt: "m", isRequired: true).callback,
            AttributeQuestion<String>("custom_x", prompt: "x").callback, AttributeQuestion<Double>("age", prompt: "a").callback)
        let boxes = html.all("input").filter { $0["type"] != "hidden" }
        #expect(boxes.map { $0["autocomplete"] } == ["username", "new-password", "email", "on", "on"])
        #expect(boxes.map { $0["type"] } == ["text", "password", "email", "text", "number"])
        #expect(boxes.map { $0["aria-required"] != nil } == [true, true, true, false, false])
        #expect(boxes[4]["step"] == "any")
    }

    @Test("a new password is never filled in, also when it may be shown", arguments: [true, false])
    func password(_ isShown: Bool) {
        var callback = ValidatedPasswordQuestion(prompt: "p", isShown: isShown).callback
        callback.output.append(.init("value", "hunter2"))
        callback.input[0].value = "hunter2"
        #expect(!pages.render(PageFixtures.signOn(callback)).contains("hunter2"))
    }

    @Test("a box that isn't ticked answers false, a ticked one true", arguments: [true, false])
    func checkBox(_ isTicked: Bool) throws {
        let question = AttributeQuestion<Bool>("news", prompt: "News", value: isTicked)
        let fields = untouched(structure(question.callback))
        let answers = try #require(SignOnSubmission(fields: fields)).answers
        #expect(try answers.answer(to: question, at: 0)?.value == isTicked)
    }

    @Test("terms are there to be read and scrolled by keyboard, and aren't accepted from the start")
    func terms() throws {
        let question = TermsQuestion(version: "1.2", terms: "Be kind.", created: "")
        let page = pages.render(PageFixtures.signOn(question.callback))
        let html = HTMLStructure(page)
        let section = try #require(html.all("section").first)
        #expect(section["tabindex"] == "0" && section["aria-label"] == "Terms and conditions 1.2")
        #expect(page.contains("Be kind."))
        let answers = try #require(SignOnSubmission(fields: untouched(html))).answers
        #expect(try answers.answer(to: question, at: 0) == false)
    }

    @Test("consent names what is shared")
    func consent() {
        let page = pages.render(
            PageFixtures.signOn(ConsentQuestion("m", displayName: "Marketing", message: "May we?", fields: ["mail", "age"]).callback))
        #expect(page.contains("Marketing") && page.contains("May we?") && page.contains("<li>mail</li><li>age</li>"))
    }

    private func posted(_ question: String, own: String, _ asked: KBAQuestion) throws -> KBAAnswer? {
        let html = structure(asked.callback)
        #expect(html.all("select").map { $0["name"] } == ["IDToken1question"])
        #expect(html.all("input").contains { $0["name"] == "own.IDToken1question" } == asked.allowsOwnQuestion)
        #expect(html.all("label").count == (asked.allowsOwnQuestion ? 3 : 2))
        var fields: [(name: String, value: String)] = [("state", "s"), ("csrf", "c"), ("IDToken1question", question)]
        if asked.allowsOwnQuestion { fields.append(("own.IDToken1question", own)) }
        fields.append(("IDToken1answer", "Hill"))
        return try #require(SignOnSubmission(fields: fields)).answers.answer(to: asked, at: 0)
    }

    @Test("a security question is chosen, or written, which counts before the menu")
    func securityQuestion() throws {
        let asked = KBAQuestion(prompt: "Question", questions: ["School?", "Pet?"])
        #expect(try posted("Pet?", own: "", asked)?.question == "Pet?")
        #expect(try posted("Pet?", own: "Street?", asked)?.question == "Street?")
        let closed = KBAQuestion(prompt: "Question", questions: ["School?"], allowsOwnQuestion: false)
        #expect(try posted("School?", own: "", closed)?.answer == Secret("Hill"))
    }

    @Test("the language that the page speaks is the answer to the question for it")
    func language() throws {
        let step = PageFixtures.step([LanguageQuestion().callback])
        let html = HTMLStructure(pages.render(SignOnPage(step: step, form: PageFixtures.form, language: .german)))
        let answers = try #require(SignOnSubmission(fields: untouched(html))).answers
        #expect(try answers.answer(to: LanguageQuestion(), at: 0) == LanguageAnswer("de"))
    }

    // MARK: - Asked again

    private func again(_ callback: Callback, _ requirement: PolicyRequirement = .required) -> HTMLStructure {
        structure(callback.failing(FailedPolicy(requirement)))
    }

    @Test(
        "whatever the field, what was wrong is tied to it, and it has the focus",
        arguments: [
            (NameQuestion(prompt: "x").callback, "input"), (PasswordQuestion(prompt: "x").callback, "input"),
            (TextQuestion(prompt: "x").callback, "input"), (ChoiceQuestion(prompt: "x", choices: ["a", "b"]).callback, "fieldset"),
            (ChoiceQuestion(prompt: "x", choices: ["a", "b", "c", "d", "e", "f", "g"]).callback, "select"),
            (TermsQuestion(version: "1", terms: "x", created: "").callback, "input"),
            (ConsentQuestion("m", displayName: "M").callback, "input"), (KBAQuestion(prompt: "x", questions: ["a"]).callback, "input"),
            (ConfirmationQuestion(options: ["a", "b"]).callback, "div"),
            (AttributeQuestion<Bool>("x", prompt: "x").callback, "input"), (AttributeQuestion<Double>("x", prompt: "x").callback, "input"),
        ] as [(Callback, String)])
    func reasons(_ callback: Callback, _ element: String) throws {
        let html = again(callback)
        let problems = try #require(html.all("ul").first { $0["class"] == "problems" }?["id"])
        let field = try #require(html.all(element).first { $0["aria-describedby"] == problems })
        #expect(field["autofocus"] != nil)
        let fresh = structure(callback)
        #expect(!fresh.all(element).contains { $0["aria-describedby"] != nil } && fresh.all("ul").allSatisfy { $0["class"] != "problems" })
    }

    @Test("a text says why only where no field does")
    func statements() {
        let about = TextStatement("Name: is required", .error, about: "IDToken1").callback
        let asked = NameQuestion(prompt: "Name").callback
        #expect(!pages.render(PageFixtures.signOn(asked.failing(FailedPolicy(.required)), about)).contains("Name: is required"))
        let hidden = HiddenValue(id: "x", value: "y").callback
        #expect(pages.render(PageFixtures.signOn(hidden.failing(FailedPolicy(.required)), about)).contains("Name: is required"))
    }

    @Test("a warning before a field describes it, and an error as well")
    func notices() throws {
        let html = structure(TextStatement("The code is wrong.", .warning).callback, PasswordQuestion(prompt: "Code").callback)
        let box = try #require(html.all("input").first { $0["name"] == "IDToken2" })
        #expect(box["aria-describedby"] == "IDToken1-notice")
        #expect(html.all("div").contains { $0["id"] == "IDToken1-notice" })
    }

    @Test("two security questions never begin as the same; what was chosen or written before stays")
    func securityQuestions() throws {
        let question = KBAQuestion(prompt: "?", questions: ["a", "b", "c"])
        let html = structure(question.callback, question.callback, question.callback, question.callback)
        #expect(html.all("option").filter { $0["selected"] != nil }.map { $0["value"] } == ["a", "b", "c", ""], "there is no fourth")
        var twice = question.callback
        twice.setInput("question", "b")
        let again = structure(twice, twice, question.callback)
        #expect(again.all("option").filter { $0["selected"] != nil }.map { $0["value"] } == ["b", "a", "c"])
        var chosen = question.callback
        chosen.setInput("question", "c")
        #expect(structure(chosen).all("option").filter { $0["selected"] != nil }.map { $0["value"] } == ["c"])
        var own = question.callback
        own.setInput("question", "Street?")
        #expect(structure(own).all("input").first { $0["name"] == "own.IDToken1question" }?["value"] == "Street?")
    }

    @Test("fields show what the server filled in: a name, a choice, a tick")
    func filled() {
        var name = NameQuestion(prompt: "x").callback
        name.setInput("", "ada")
        var choice = ChoiceQuestion(prompt: "x", choices: ["a", "b"]).callback
        choice.setInput("", 1)
        var terms = TermsQuestion(version: "1", terms: "x", created: "").callback
        terms.setInput("", true)
        let html = structure(name, choice, terms)
        #expect(html.all("input").first { $0["name"] == "IDToken1" }?["value"] == "ada")
        #expect(html.all("input").first { $0["type"] == "radio" && $0["checked"] != nil }?["value"] == "1")
        #expect(html.all("input").first { $0["type"] == "checkbox" }?["checked"] != nil)
    }
}
