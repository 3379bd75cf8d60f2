import JourneyMessages
import Primitives

@testable import Pages

/// Pages to test with; every text in them is `text`, unless a test gives it another.
enum PageFixtures {
    static let form = PageForm(action: "/sign-on", csrfToken: "csrf-token")

    static func signOn(_ callbacks: Callback..., error: String? = nil, pollPath: String? = nil) -> SignOnPage {
        SignOnPage(step: step(callbacks), form: form, error: error, pollPath: pollPath)
    }

    /// A step with its inputs numbered as on the wire.
    static func step(_ callbacks: [Callback]) -> Step {
        let numbered = callbacks.enumerated().map { index, callback in
            var callback = callback
            callback.input = callback.input.map { Callback.Field("IDToken\(index + 1)", $0.value) }
            return callback
        }
        return Step(authID: "sealed-state", callbacks: numbered)
    }

    /// One step with every kind of callback, with `text` wherever a text can stand.
    static func everything(_ text: String) -> SignOnPage {
        var page = signOn(
            NameQuestion(prompt: text).callback, PasswordQuestion(prompt: text).callback,
            TextQuestion(prompt: text, defaultText: text).callback, TextStatement(text).callback, TextStatement(text, .error).callback,
            ChoiceQuestion(prompt: text, choices: [text, text]).callback,
            ChoiceQuestion(prompt: text, choices: Array(repeating: text, count: 9)).callback,
            ConfirmationQuestion(prompt: text, options: [text, text], defaultOption: 1).callback,
            HiddenValue(id: text, value: text).callback, PollingWait(milliseconds: 2500, message: text).callback,
            Callback("VendorCallback", output: [.init("prompt", .string(text))]), error: text)
        page.step.authID = text
        page.step.stage = text
        page.step.header = text
        page.step.description = text
        page.application = text
        page.form = PageForm(action: text, csrfToken: text)
        return page
    }

    /// A step that only waits, and goes to `text` when the wait is over.
    static func waiting(_ text: String) -> SignOnPage {
        signOn(PollingWait(milliseconds: 2500, message: text).callback, pollPath: text)
    }

    static func welcome(_ text: String) -> WelcomePage {
        WelcomePage(
            signInPath: text, demonstration: .init(user: text, password: text),
            realms: [.init(name: text, discovery: text, keys: text)], documentation: text)
    }

    static func signedIn(_ text: String) -> SignedInPage {
        SignedInPage(
            name: text, claims: [text: .string(text), "object": .object([text: .string(text)]), "exp": 1_800_000_000],
            tokens: [.init(text, lifetime: 3600)], signOut: PageForm(action: text, csrfToken: text))
    }

    static func error(_ text: String) -> ErrorPage {
        ErrorPage(message: text, code: text, reference: text, startPath: text)
    }
}
