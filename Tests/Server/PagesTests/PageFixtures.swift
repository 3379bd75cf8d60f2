import Foundation
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
    static func step(_ callbacks: [Callback]) -> Step { Step(authID: "sealed-state", callbacks: Step.numbered(callbacks)) }

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
        page.step.callbacks += step(identity(text)).callbacks
        page.step.authID = text
        page.step.stage = text
        page.step.header = text
        page.step.description = text
        page.application = text
        page.form = PageForm(action: text, csrfToken: text)
        return page
    }

    /// The questions for identity data and consent, and whatever else a browser can answer.
    private static func identity(_ text: String) -> [Callback] {
        let check = PolicyCheck(failed: [
            FailedPolicy(.cannotContainOthers, ["disallowedFields": .string(text)]), FailedPolicy("HOUSE_RULE"),
        ])
        var button = Provider.Button(displayName: text)
        button.style = text
        button.image = text
        return [
            ValidatedUsernameQuestion(prompt: text, check: check, value: text).callback,
            ValidatedPasswordQuestion(prompt: text, check: check).callback,
            AttributeQuestion<String>("mail", prompt: text, isRequired: true, check: check, value: text).callback,
            AttributeQuestion<Double>("age", prompt: text, check: check, value: 1.5).callback,
            AttributeQuestion<Bool>("news", prompt: text, check: check).callback,
            KBAQuestion(prompt: text, questions: [text]).callback,
            TermsQuestion(version: text, terms: text, created: text).callback,
            ConsentQuestion(text, displayName: text, message: text, fields: [text]).callback,
            TextStatement(text).suspendedCallback, ProviderChoice([Provider(text, button: button)]).callback,
            CaptchaQuestion(siteKey: text).callback, LanguageQuestion().callback,
        ]
    }

    /// A step that leads to another server.
    static func leading(_ text: String, method: Redirect.Method) -> SignOnPage {
        signOn(Redirect("https://idp.example/?x=" + text, method: method, data: ["SAMLRequest": "x"]).callback)
    }

    /// A form for another server, with `text` in its fields.
    static func posting(_ text: String) -> SignOnPage {
        signOn(Redirect("https://idp.example/", method: .post, data: JSONObject([(text, .string(text))])).callback)
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
            tokens: [.init(text, lifetime: 3600)], accountPath: text, signOut: PageForm(action: text, csrfToken: text))
    }

    static func account(_ text: String) -> AccountPage {
        AccountPage(
            name: text, profile: step([AttributeQuestion<String>(text, prompt: text, value: text).callback]),
            paths: .init(
                profile: text, sessions: text, links: text, passkeys: text, consents: text, devices: text, data: text, deletion: text,
                signOut: text, signIn: text),
            csrfToken: text,
            passwordChange: SelfServiceLink(.passwordChange, path: text),
            sessions: [
                .init(
                    handle: text, created: .distantPast, lastUsed: .distantPast, isCurrent: false, userAgent: text, place: text)
            ],
            passkeys: [.init(value: text, name: text, added: .distantPast, isBackedUp: true)],
            passkeyAddition: SelfServiceLink(.passkey, path: text),
            links: [.init(value: text, provider: text, isRemovable: true)],
            devices: AccountPage.Device.Kind.allCases.map { .init(value: text, kind: $0, name: text, added: .distantPast) },
            recoveryCodes: 3,
            consents: [.init(value: text, application: text, scopes: [text, text], given: .distantPast)], isDeletable: true,
            now: .distantPast, error: text)
    }

    static func consent(_ text: String) -> ConsentPage {
        ConsentPage(
            application: text, destination: text, name: text, scopes: [text, text], form: PageForm(action: text, csrfToken: text),
            fields: .init(ticket: "csrf", decision: "decision", allow: "allow", deny: "deny", remember: "save_consent"))
    }

    static func error(_ text: String) -> ErrorPage {
        ErrorPage(message: text, code: text, reference: text, startPath: text)
    }
}
