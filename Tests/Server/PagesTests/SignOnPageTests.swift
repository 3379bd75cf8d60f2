import JourneyMessages
import Primitives
import Testing
import Translations

@testable import Pages
import Translations

@Suite("The sign-on page")
struct SignOnPageTests {
    let pages: Pages

    init() throws { pages = try Pages() }

    private func structure(_ page: SignOnPage) -> HTMLStructure { HTMLStructure(pages.render(page)) }

    private let credentials = PageFixtures.signOn(
        NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback)

    @Test("a form posts the state, the token and the fields of the protocol")
    func form() throws {
        let html = structure(credentials)
        let form = try #require(html.all("form").first)
        #expect(form["method"] == "post" && form["action"] == "/sign-on")
        #expect(html.all("input").compactMap { $0["name"] } == ["state", "csrf", "IDToken1", "IDToken2"])
        #expect(html.all("input").prefix(2).map { $0["value"] } == ["sealed-state", "csrf-token"])
    }

    @Test("each box has a label, and the browser's password store knows them")
    func labels() {
        let html = structure(credentials)
        let boxes = html.all("input").filter { $0["type"] != "hidden" }
        #expect(html.all("label").map { $0["for"] } == boxes.map { $0["id"] })
        #expect(boxes.map { $0["autocomplete"] } == ["username", "current-password"])
        #expect(boxes.map { $0["type"] } == ["text", "password"])
    }

    @Test("the first box has the focus, and no other")
    func focus() {
        let focused = structure(credentials).all("input").filter { $0["autofocus"] != nil }
        #expect(focused.map { $0["name"] } == ["IDToken1"])
    }

    @Test("an error is announced, named in the title, and tied to the boxes")
    func error() throws {
        var page = credentials
        page.error = "Login failure"
        let html = structure(page)
        let notice = try #require(html.tags.first { $0["id"] == "error" })
        #expect(notice["role"] == "alert")
        #expect(html.all("input").filter { $0["aria-describedby"] == "error" && $0["aria-invalid"] == "true" }.count == 2)
        #expect(pages.render(page).contains("<title>Error: Sign in · Gatehouse</title>"))
    }

    @Test("a page's header and description head the form; space alone is nothing")
    func header() {
        var page = credentials
        page.step.header = "Welcome back"
        page.step.description = " "
        let html = pages.render(page)
        #expect(html.contains("<h1>Welcome back</h1>") && !html.contains("class=\"lead\""))
    }

    @Test("few choices are radio buttons, many a menu; the default is chosen")
    func choices() {
        let few = structure(PageFixtures.signOn(ChoiceQuestion(prompt: "Which?", choices: ["a", "b"], defaultChoice: 1).callback))
        #expect(few.all("input").filter { $0["type"] == "radio" }.map { $0["checked"] != nil } == [false, true])
        #expect(few.all("legend").count == 1)
        let letters = "abcdefg".map(String.init)
        let many = structure(PageFixtures.signOn(ChoiceQuestion(prompt: "Which?", choices: letters, defaultChoice: 2).callback))
        #expect(many.all("option").map { $0["value"] } == (0..<7).map(String.init))
        #expect(many.all("option").firstIndex { $0["selected"] != nil } == 2)
    }

    @Test("a confirmation is the form's buttons; the return key presses the default one")
    func confirmation() {
        let question = ConfirmationQuestion(prompt: "Sure?", options: ["Yes", "No"], defaultOption: 1)
        let buttons = structure(PageFixtures.signOn(question.callback)).all("button")
        #expect(buttons.map { $0["name"] } == ["IDToken1", "IDToken1", "IDToken1"])
        #expect(buttons.map { $0["value"] } == ["1", "0", "1"])
        #expect(buttons[0]["aria-hidden"] == "true" && buttons[0]["tabindex"] == "-1")
    }

    @Test("of two confirmations none swallows the other's answer")
    func confirmations() {
        let question = ConfirmationQuestion(prompt: "Sure?", options: ["Yes", "No"], defaultOption: 0)
        let html = structure(PageFixtures.signOn(question.callback, question.callback))
        #expect(html.all("button").count == 1)
        #expect(html.all("input").filter { $0["type"] == "radio" }.map { $0["name"] } == ["IDToken1", "IDToken1", "IDToken2", "IDToken2"])
    }

    @Test(
        "a wait reloads when it is over, between a second and an hour",
        arguments: [(0, 1), (1, 1), (1000, 1), (1001, 2), (8000, 8), (Int.max, 3600)])
    func wait(milliseconds: Int, seconds: Int) {
        let wait = PollingWait(milliseconds: milliseconds, message: "Hold on").callback
        let page = PageFixtures.signOn(wait, pollPath: "/wait")
        let html = structure(page)
        #expect(html.all("main").first?["data-wait"] == String(seconds) && html.all("main").first?["data-wait-path"] == "/wait")
        #expect(html.all("script").map { $0["src"] } == [Asset.waiting.versionedPath])
        // Only a browser without script loads the page again.
        let refresh = html.all("meta").first { $0["http-equiv"] == "refresh" }
        #expect(refresh?["content"] == "\(seconds);url=/wait")
        #expect(structure(PageFixtures.signOn(wait)).all("meta").allSatisfy { $0["http-equiv"] == nil })
    }

    @Test("the number to pick stands large before all else, and the ways out of a wait are no main buttons")
    func number() {
        let callbacks = [
            PollingWait(milliseconds: 1000, message: "Look at your phone").callback,
            ConfirmationQuestion(options: ["Use a passcode"]).callback, HiddenValue(id: HiddenValue.pushNumber, value: "42").callback,
        ]
        let html = structure(PageFixtures.signOn(callbacks[0], callbacks[1], callbacks[2], pollPath: "/wait"))
        #expect(html.all("p").contains { $0["class"] == "number" })
        #expect(html.all("button").allSatisfy { $0["class"] == "secondary" })
        let alone = structure(PageFixtures.signOn(callbacks[1]))
        #expect(alone.all("button").allSatisfy { $0["class"] == nil })
    }

    @Test("a wait doesn't reload under somebody's typing")
    func typing() {
        let wait = PollingWait(milliseconds: 1000, message: "Hold on").callback
        let page = PageFixtures.signOn(wait, TextQuestion(prompt: "Code").callback, pollPath: "/wait")
        #expect(structure(page).all("meta").allSatisfy { $0["http-equiv"] == nil })
    }

    @Test("a step without a wait never reloads")
    func noWait() {
        var page = credentials
        page.pollPath = "/wait"
        #expect(structure(page).all("meta").allSatisfy { $0["http-equiv"] == nil })
    }

    @Test("metadata and scripts are not shown; an unknown callback is owned up to")
    func unseen() {
        let html = pages.render(
            PageFixtures.signOn(.metadata("secret-data"), TextStatement("alert(1)", .script).callback, Callback("VendorCallback")))
        #expect(!html.contains("secret-data") && !html.contains("alert(1)"))
        #expect(html.contains(Language.english.phrases.unsupported))
    }

    @Test("a password is never filled in", arguments: ["", "hunter2"])
    func password(_ initial: String) {
        var callback = PasswordQuestion(prompt: "Password").callback
        callback.input[0].value = .string(initial)
        let box = structure(PageFixtures.signOn(callback)).all("input").first { $0["type"] == "password" }
        #expect(box?["value"] == "")
    }

    @Test("a hidden value goes back as its identifier, which counts as no answer")
    func hidden() {
        let input = structure(PageFixtures.signOn(HiddenValue(id: "signals", value: "v").callback)).all("input").last
        #expect(input?["type"] == "hidden" && input?["value"] == "signals")
    }

    @Test("no page holds style or event handlers, and no script but ours and the one that a CAPTCHA's provider serves")
    func inline() {
        let html = structure(PageFixtures.everything("x"))
        #expect(html.all("script").map { $0["src"] } == ["https://www.google.com/recaptcha/api.js", Asset.passwords.versionedPath])
        #expect(structure(PageFixtures.signOn(NameQuestion(prompt: "n").callback)).all("script").isEmpty && html.all("style").isEmpty)
        #expect(html.tags.allSatisfy { $0.attributes.allSatisfy { $0.name != "style" && !$0.name.hasPrefix("on") } })
    }
}
