import DialectTesting
@testable import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Testing

@Suite("Every kind of question, through the hosted pages and through REST")
struct CallbackPageTests {
    private func page(_ journey: String) async throws -> Browser {
        let browser = Browser(try await RegistrationServer.make())
        try await browser.open("/realms/alpha/login?journey=\(journey)")
        return browser
    }

    private static let right = [
        "IDToken1": "newuser", "IDToken2": "41.5", "IDToken3": "true", "IDToken4question": "School?", "IDToken4answer": "Hill",
        "IDToken5": "true",
    ]

    @Test("a registration goes through, with what the browser's form can send")
    func registration() async throws {
        let browser = try await page("Registration")
        #expect(browser.page?.text.contains("Be kind.") == true)
        let end = try await browser.submit(Self.right)
        #expect(end.text.contains("newuser|41.5|true|School?|Hill"))
    }

    @Test("a box that isn't ticked is false, a question of one's own counts before the menu")
    func otherwise() async throws {
        var fields = Self.right
        fields["IDToken3"] = nil
        fields["own.IDToken4question"] = "Pet?"
        let end = try await page("Registration").submit(fields)
        #expect(end.text.contains("newuser|41.5|false|Pet?|Hill"))
    }

    @Test("what fails is said beside the field, and the answer that failed is there to be mended")
    func failedPolicy() async throws {
        let browser = try await page("Registration")
        let again = try await browser.submit(Self.right.merging(["IDToken1": "ab"]) { $1 })
        #expect(again.text.contains("Must be at least 3 characters long") && again.text.contains("value=\"ab\""))
        #expect(try await browser.submit(Self.right).text.contains("newuser|"))
    }

    @Test(
        "a bad answer never goes on",
        arguments: [
            ("IDToken1", ""), ("IDToken2", "old"), ("IDToken2", "nan"), ("IDToken3", "perhaps"), ("IDToken4answer", ""),
            ("IDToken4answer", String(repeating: "a", count: 5000)), ("IDToken5", "false"), ("IDToken5", "yes"),
        ])
    func bad(_ field: String, _ value: String) async throws {
        let again = try await page("Registration").submit(Self.right.merging([field: value]) { $1 })
        #expect(again.text.contains("Be kind."))
        #expect(!again.text.contains("Hill"), "a secret answer is not sent back")
    }

    @Test("an empty form doesn't go on")
    func empty() async throws {
        #expect(try await page("Registration").submit().text.contains("Is required"))
    }

    @Test("the script of a CAPTCHA is allowed on its step alone")
    func captcha() async throws {
        let browser = try await page("Captcha")
        let policy = browser.page?.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.contains("script-src https://www.google.com/recaptcha/ ") && !policy.contains("unsafe"))
        let end = try await browser.submit(["g-recaptcha-response": "the-token"])
        #expect(end.text.contains("the-token"))
        #expect(end.headers[.contentSecurityPolicy]?.contains("script-src") == false)
    }

    @Test("another server that gets a form is allowed by name")
    func leaving() async throws {
        let browser = try await page("Leave")
        #expect(browser.page?.text.contains("action=\"https://idp.example/saml\"") == true)
        #expect(browser.page?.headers[.contentSecurityPolicy]?.contains("form-action 'self' https://idp.example;") == true)
    }

    /// Runs the registration over REST with a change to the inputs, and gives the text of the step after it, or nil when the first is asked again.
    private func rest(_ change: (inout [JSONValue]) -> Void) async throws -> String? {
        let server = try await RegistrationServer.make()
        let path = "/am/json/realms/root/realms/alpha/authenticate"
        let headers: HTTPFields = [.contentType: "application/json", .known("Accept-API-Version"): "resource=2.1"]
        let first = try await server.send(
            .post, path + "?authIndexType=service&authIndexValue=Registration", headers: headers, body: "{}")
        let step = try Step(json: try JSONValue(parsing: first.text))
        var inputs: [JSONValue] = [
            ["name": "IDToken1", "value": "newuser"], ["name": "IDToken1validateOnly", "value": false],
            ["name": "IDToken2", "value": 41.5], ["name": "IDToken3", "value": true],
            ["name": "IDToken4question", "value": "School?"], ["name": "IDToken4answer", "value": "Hill"],
            ["name": "IDToken5", "value": true],
        ]
        change(&inputs)
        let body: JSONValue = ["authId": .string(step.authID), "callbacks": [["type": "Any", "input": .array(inputs)]]]
        let answer = try await server.send(.post, path, headers: headers, body: body.text)
        let next = try Step(json: try JSONValue(parsing: answer.text)).callbacks.map(\.kind)
        // A step that is asked again begins with what was missing, and has the name's question too.
        guard case .textOutput(let statement)? = next.first, !next.contains(where: { $0.isUsername }) else { return nil }
        return statement.message
    }

    @Test("over REST the inputs count by name, in any order (checklist 1, 3)")
    func reordered() async throws {
        #expect(try await rest { _ in } == "newuser|41.5|true|School?|Hill")
        #expect(try await rest { $0.reverse() } == "newuser|41.5|true|School?|Hill")
    }

    @Test("an input that is missing or null is unanswered, and the step is asked again", arguments: [0, 2, 3, 4, 5, 6])
    func missing(_ index: Int) async throws {
        #expect(try await rest { $0.remove(at: index) } == nil)
        #expect(try await rest { $0[index] = ["name": $0[index]["name"] ?? "", "value": nil] } == nil)
    }
}

extension CallbackKind {
    fileprivate var isUsername: Bool { if case .validatedUsername = self { true } else { false } }
}
